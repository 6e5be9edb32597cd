import { expect, test } from 'vitest';
import { ControlClient } from '../../../src/client/index.ts';
import { drawFraction } from '../../../src/draw.ts';
import type { MatrixResult } from '../../../src/matrix/model.ts';
import { gapKeys } from '../../../src/simulator/environment/gaps/gaps.ts';
import {
  type Access,
  type BenchClient,
  expectSame,
  fail,
  orderAt,
  shipped,
} from '../../matrix/clients/bench-client.ts';
import { actorClients, faultClients } from '../../matrix/clients/fault-clients.ts';
import { gapClients, lossClient } from '../../matrix/clients/gap-clients.ts';
import { listCarefully, send } from '../../matrix/clients/http.ts';
import { steadyClients } from '../../matrix/clients/steady-clients.ts';
import {
  causeText,
  compare,
  type ExploreOptions,
  explore,
  type Found,
  inParallel,
} from '../../matrix/explore.ts';

const seeds = [1, 2, 3];

const find = async (client: BenchClient, options?: ExploreOptions): Promise<Found> =>
  compare(client, await explore(client.run, options));

/** What is found of a client with each seed: beside each other, since most runs wait. */
const findWithSeeds = (client: BenchClient, options?: ExploreOptions): Promise<readonly Found[]> =>
  inParallel(seeds, 3, (seed) => find(client, { ...options, seed }));

test.each(Object.entries<BenchClient>(gapClients))(
  'names the choices that break %s, one or two together, and nothing else, with any seed',
  async (_, client) => {
    for (const { right, wrong, flaky } of await findWithSeeds(client, { faults: false }))
      expect([right.toSorted(), wrong, flaky]).toEqual([client.causes, [], []]);
  },
);

test.concurrent.each(Object.entries(faultClients))(
  'names faults that show the bug of %s or notes it, and nothing else, with any seed',
  async (_, client: BenchClient) => {
    for (const { right, wrong, flaky, notes, runs } of await findWithSeeds(client)) {
      const isFound = right.length > 0;
      expect([isFound, wrong, flaky, notes]).toEqual([client.causes.length > 0, [], [], client.notes ?? []]);
      expect(runs).toBeLessThanOrEqual(90);
    }
  },
);

test.concurrent.each(Object.entries(actorClients))(
  'names what others do that breaks %s, or notes what it does then, and nothing else, with any seed',
  async (_, client: BenchClient) => {
    for (const { right, wrong, wrongActors, flaky, notes } of await findWithSeeds(client, { jobs: 3 }))
      expect([right, wrong, wrongActors, flaky, notes]).toEqual([
        client.causes,
        [],
        [],
        [],
        client.notes ?? [],
      ]);
  },
);

test('names what is relied on only after a lost response, and nothing else, with any seed', async () => {
  for (const seed of seeds) {
    const result = await explore(lossClient.run, { seed, jobs: 2 * seed });
    const { right, wrong, flaky } = compare(lossClient, result);
    expect([right, wrong, flaky]).toEqual([lossClient.causes, [], []]);
    // Compared with the run that survives the fault, the repeated cancel differs.
    expect(result.assumptions).toMatchObject([
      { difference: { passing: { status: 409 }, failing: { method: 'DELETE' } } },
    ]);
    // Without the fault the choice shows nothing: that cell was run to reduce the cause, and is no pass.
    expect(result.noEffect.map(causeText)).toEqual(['cancel-again=not-found']);
  }
});

test('does not vary what a test chose itself, and reports it as pinned', async () => {
  const { assumptions, flaky, reliance } = await explore(
    async ({ origin, controlUrl = '', controlToken = '' }) => {
      const control = new ControlClient({ url: controlUrl, token: controlToken, serviceUrl: origin });
      await using environment = await control.createEnvironment({ gaps: { 'conflict-body': 'error' } });
      const { baseUrl, apiKey } = environment;
      const own = { origin: baseUrl.replace(/\/v1$/, ''), apiKey };
      const { text } = await send(own, 'DELETE', orderAt(shipped));
      expectSame(JSON.parse(text).status, 409, 'status in the body');
    },
    { faults: false },
  );
  expect([assumptions, flaky]).toEqual([[], []]);
  const pinned = reliance.filter(({ pinnedIn }) => pinnedIn.length > 0);
  expect(pinned.map(({ gap, choice }) => [gap, choice])).toEqual([['conflict-body', 'error']]);
});

test('names nothing for a client that relies on nothing unpromised, with any seed', async () => {
  const seeds = Array.from({ length: 50 }, (_, at) => at + 1);
  const all = await inParallel(seeds, 5, (seed) => find(steadyClients.careful, { seed }));
  expect(all.flatMap(({ wrong, flaky, notes }) => [...wrong, ...flaky, ...notes])).toEqual([]);
  expect(Math.max(...all.map(({ runs }) => runs))).toBeLessThanOrEqual(90);
});

test('calls a flaky client flaky, and names no cause for it', async () => {
  const seeds = Array.from({ length: 200 }, (_, at) => at);
  const all = await inParallel(seeds, 5, (seed) => exploreFlaky(`${seed}`, [0.1, 0.3, 0.5][seed % 3] ?? 0));
  expect(all.filter(({ assumptions }) => assumptions.length > 0)).toEqual([]);
  // Some are lucky: they pass every run. Some are out of luck: the first three runs fail, and the baseline is red.
  const unlucky = all.filter(({ baseline }) => baseline.kind === 'failed').length;
  const seen = all.filter(({ runs }) => runs.some(({ outcome }) => outcome.kind === 'failed'));
  const called = seen.filter(({ baseline, flaky }) => baseline.kind === 'flaky' || flaky.length > 0);
  expect(called.length + unlucky).toBe(seen.length);
});

function exploreFlaky(seed: string, probability: number): Promise<MatrixResult> {
  let runs = 0;
  const weather = async (access: Access): Promise<void> => {
    await listCarefully(access);
    if (drawFraction(seed, 'flaky', ++runs) < probability) fail('the weather is bad');
  };
  return explore(weather, { faults: false });
}

test('finds the same again, one run at a time or many', async () => {
  const client = gapClients['refusal-texts'];
  const [once, again, parallel] = await inParallel([1, 1, 8], 1, (jobs) =>
    find(client, { faults: false, jobs }),
  );
  expect(again).toEqual(once);
  expect([parallel?.right, parallel?.wrong]).toEqual([once?.right, once?.wrong]);
});

test('touches every gap in at most 75 cells', async () => {
  const result = await explore(steadyClients['touches-everything'].run);
  expect(result.reliance.map(({ gap }) => gap)).toEqual(gapKeys);
  const { cells, wrong, flaky } = compare(steadyClients['touches-everything'], result);
  expect([wrong, flaky, cells <= 75, cells]).toEqual([[], [], true, cells]);
});
