import { expect, test } from 'vitest';
import { gapClients } from './clients/clients.ts';
import { explore } from './explore.ts';
import { compare } from './found.ts';

/** Causes that no run tries: choices that contradict the specification, and parameters that show nothing more. */
const untried = ['cancel-again=no-content', 'error-codes=map:…', 'pet-deprecation=since:…'];

test.each(Object.entries(gapClients))(
  'names the choices of %s that break its client, and nothing else',
  async (_, client) => {
    const { right, wrong, flaky } = compare(client, await explore(client.run, { faults: false }));
    const tried = client.causes.filter((cause) => !untried.includes(cause));
    expect([right.toSorted(), wrong, flaky]).toEqual([tried.toSorted(), [], []]);
  },
);
