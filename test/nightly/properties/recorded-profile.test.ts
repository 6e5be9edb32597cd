import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ObservedProfile } from '../../../src/contract/gaps/observed-profile.ts';
import { type AnyProfile, anyProfile } from '../../contract/any-profile.ts';
import { placed } from '../../support/an-environment.ts';
import { createHandClock } from '../../support/hand-clock.ts';
import { openTestSimulator, testKey } from '../../support/open-test-simulator.ts';
import { harProfile, record, type Sent, type Step } from '../../traffic/har/traffic.ts';

// What recorded traffic shows of the choices of a target, read from a HAR file.

const fields = { petId: 7n, quantity: 2n, shipDate: '2026-01-20T10:00:00Z', complete: false };
const pending = [3n, 9007199254740993n, 1n, 40n, 41n, 42n];
const orders = [
  ...pending.map((id) => placed(id, 'pending', fields)),
  placed(2n, 'shipped', fields),
  ...Array.from({ length: 80 }, (_, index) => placed(100n + BigInt(index), 'pending', fields)),
];
/** With a handle, an order keeps its id in every profile. */
const handles = new Map(orders.map(({ order: { id = 0n } }) => [`order-${id}`, id]));

const key = { Authorization: `Bearer ${testKey}` };
const get = (headers = {}, query = ''): Sent => ({
  method: 'GET',
  path: `/store/orders${query}`,
  headers: { ...key, ...headers },
});
const cancel = (id: bigint | string, headers: Sent['headers'] = key): Sent => ({
  method: 'DELETE',
  path: `/store/orders/${id}`,
  headers,
});

async function profileOf(gaps: AnyProfile, steps: readonly Step[]): Promise<ObservedProfile> {
  // After the dates of the profiles: until then, nobody knows whether the operation ends with its sunset.
  const clock = createHandClock(Date.UTC(2026, 10, 1));
  await using simulator = await openTestSimulator({ orders, handles, gaps, machine: clock });
  return harProfile(await record(simulator.baseUrl, clock, steps));
}

const lagging = anyProfile({ 'list-lag': ['after-1-reads', 'after-1-ms', 'after-200-ms', 'after-9999-ms'] });

/** Traffic that decides every gap that traffic can decide. */
const decisive: readonly Step[] = [
  get(),
  get({}, '?limit=10'),
  get({ Origin: 'https://shop.example' }),
  get({ 'Accept-Encoding': 'gzip' }),
  get({ Accept: 'text/plain' }),
  get({ Authorization: `bearer ${testKey}` }),
  cancel('abc'),
  cancel(2n),
  cancel(77n, {}),
  cancel(3n),
  cancel(3n),
  get(),
  get(),
  get(),
].map((sent) => ({ waitMs: 5000, tookMs: 5, sent: [sent] }));

const decided = [
  'cancelled-in-list',
  'cancel-again',
  'conflict-body',
  'malformed-order-id',
  'list-query',
  'accept',
  'content-type',
  'etag',
  'list-compression',
  'www-authenticate',
  'cors',
];

test('emits every choice that traffic decides', async () => {
  await fc.assert(
    fc.asyncProperty(lagging, async (profile) => {
      const { gaps } = await profileOf(profile, decisive);
      const emitted = Object.fromEntries(
        gaps.map(({ gap, seen }) => [gap as string, seen.kind === 'choice' ? seen.choice : seen.kind]),
      );
      // Traffic shows that any case is accepted, and never that it is not.
      const wanted = [...decided, ...(profile['bearer-case'] === 'any-case' ? ['bearer-case'] : [])];
      for (const gap of wanted) expect([gap, emitted[gap]]).toEqual([gap, profile[gap]]);
    }),
    { numRuns: 200 },
  );
});
