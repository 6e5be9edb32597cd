import { expect, test } from 'vitest';
import { httpGapClients } from '../../matrix/clients/http-gap-clients.ts';
import { orderGapClients } from '../../matrix/clients/order-gap-clients.ts';
import { otherGapClients } from '../../matrix/clients/other-gap-clients.ts';
import { explore } from '../../matrix/explore.ts';
import { compare } from '../../matrix/found.ts';
import { inParallel } from '../../matrix/in-parallel.ts';

/** Causes that no run tries: choices that contradict the specification, and parameters that show nothing more. */
const untried = [
  'cancel-again=no-content',
  'ship-date-form=basic-offset',
  'error-codes=map:…',
  'pet-deprecation=since:…',
];

const seeds = [1, 2, 3];
/** For each gap, a client that depends on it. */
const gapClients = { ...orderGapClients, ...httpGapClients, ...otherGapClients };

test.each(Object.entries(gapClients))(
  'names the choices of %s that break its client, and nothing else, with any seed',
  async (_, client) => {
    const tried = client.causes.filter((cause) => !untried.includes(cause)).toSorted();
    for (const result of await inParallel(seeds, 3, (seed) => explore(client.run, { faults: false, seed }))) {
      const { right, wrong, flaky } = compare(client, result);
      expect([right.toSorted(), wrong, flaky]).toEqual([tried, [], []]);
    }
  },
);
