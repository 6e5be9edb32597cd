import { expect, test } from 'vitest';
import { gapKeys } from '../../src/simulator/environment/gaps/gaps.ts';
import { gapClients, steadyClients } from './clients/clients.ts';
import { explore } from './explore.ts';
import { compare } from './found.ts';
import { tellInFull } from './tell-in-full.ts';

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

test('touches every gap in at most 60 cells', async () => {
  const result = await explore(steadyClients['touches-everything'].run);
  expect(result.reliance.map(({ gap }) => gap)).toEqual(gapKeys);
  const { cells, wrong, flaky } = compare(steadyClients['touches-everything'], result);
  tellInFull('Matrix: cells of a suite that touches everything', `${cells}`);
  expect([wrong, flaky, cells <= 60, cells]).toEqual([[], [], true, cells]);
});
