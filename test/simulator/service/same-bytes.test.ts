import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gaps } from '../../../src/simulator/environment/gaps/gaps.ts';
import type { GapChoiceTexts } from '../../../src/simulator/environment/initial-state.ts';
import { placed } from '../../support/an-environment.ts';
import {
  openTestSimulator,
  type TestSimulator,
  type TestSimulatorOptions,
  testKey,
} from '../../support/open-test-simulator.ts';
import { sendRaw } from '../../support/raw-http.ts';
import { type AnyRequest, anyRequest, sendAny } from './any-request.ts';

/** The bytes of the response, but for the machine's own date. */
async function responseOf(sim: TestSimulator, one: AnyRequest): Promise<string> {
  const { head, body } = await sendAny(sim, one);
  return `${head.replace(/^Date: .*\r\n/m, '')}\r\n\r\n${body}`;
}

// Enough for a list that is written in another way than a short one.
const orders = Array.from({ length: 6_000 }, (_, at) =>
  placed(BigInt(at + 1), at % 10 === 9 ? 'shipped' : 'pending', {
    petId: 7n,
    shipDate: '2026-01-20T10:00:00Z',
  }),
);
const clock = { at: Date.parse('2026-01-20T10:00:00Z'), frozen: true };
const start: TestSimulatorOptions = { orders, clock };
const few: TestSimulatorOptions = {
  orders: [placed(7n, 'pending', { petId: 7n }), placed(8n, 'shipped'), placed(9n)],
  clock,
  profile: 'vary',
};
const withKey = { authorization: `Bearer ${testKey}`, rest: [] as string[], body: '' } as const;
const sequences: readonly (readonly AnyRequest[])[] = [
  [
    { ...withKey, line: 'GET /v1/store/orders' },
    { ...withKey, line: 'DELETE /v1/store/orders/1' },
    { ...withKey, line: 'DELETE /v1/store/orders/10' },
    { ...withKey, line: 'GET /v1/pets/1' },
    { ...withKey, line: 'POST /v1/store/orders' },
    { ...withKey, line: 'POST /quickstart/messages', body: '{' },
  ],
  ...fc.sample(fc.array(anyRequest, { minLength: 25, maxLength: 25 }), {
    numRuns: 3,
  }),
];

async function responsesOf(options: TestSimulatorOptions): Promise<readonly string[]> {
  await using simulator = await openTestSimulator(options);
  const responses: string[] = [];
  for (const sequence of sequences) {
    await simulator.environments.production.reset();
    for (const one of sequence) responses.push(await responseOf(simulator, one));
  }
  return responses;
}

const plain = responsesOf(start);
const defaults = Object.fromEntries(gaps.map((gap) => [gap.key, gap.default])) as GapChoiceTexts;

test.each<[string, TestSimulatorOptions]>([
  ['a fault that waits for nothing', { faults: [{ kind: 'latency', delay: 0 }] }],
  [
    'a fault that writes responses in small pieces',
    { faults: [{ kind: 'drip', bytes: 4_000, interval: 0 }] },
  ],
  ['a journal that keeps nothing', { journalSize: 0 }],
  ['a report of each request', { onRequest: () => {} }],
  ['profile vary with every response fixed to its default', { profile: 'vary', gaps: defaults }],
])('%s changes no byte of any response', async (_, options) => {
  expect(await responsesOf({ ...start, ...options })).toEqual(await plain);
});

test('journal, faults and gates that do nothing change no byte of any response of profile vary', async () => {
  await using bare = await openTestSimulator({ ...few, journalSize: 0 });
  await using watched = await openTestSimulator({
    ...few,
    journalSize: 5,
    faults: [
      { kind: 'reset', orderId: 999n },
      { kind: 'status', status: 500, probability: 0 },
      { kind: 'truncate', key: 'key-9' },
      { kind: 'latency', delay: 1, times: 1, every: 1_000_000 },
    ],
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anyRequest, { minLength: 1, maxLength: 12 }), async (requests) => {
      for (const sim of [bare, watched]) await sim.environments.production.reset();
      watched.environments.production.state.holds.open({ orderId: 998n, timeoutMs: 60_000 });
      for (const one of requests) expect(await responseOf(watched, one)).toBe(await responseOf(bare, one));
    }),
    { numRuns: 20 },
  );
});

test('the responses that are compared are of many kinds', async () => {
  const statuses = new Set((await plain).map((response) => response.slice(9, 12)));
  expect([...statuses].toSorted()).toEqual(
    expect.arrayContaining(['200', '204', '400', '401', '404', '405', '409', '501']),
  );
});

/** What says whether and how long the connection stays, and the machine's own date. */
const ofTheConnection = /^(?:Connection|Keep-Alive|Date): .*\r\n/gm;

test('pipelined requests get the same responses as single ones', async () => {
  await using simulator = await openTestSimulator(start);
  // Two Hosts end the connection; what has a body is waited for, and later requests meanwhile served.
  const series = sequences.map((all) => all.filter(({ rest, body }) => rest[0] !== 'Host: b' && body === ''));
  for (const requests of series) {
    await simulator.environments.production.reset();
    let single = '';
    for (const one of requests) single += await responseOf(simulator, one);
    await simulator.environments.production.reset();
    const heads = requests.map(({ line, authorization, rest }) => [
      `${line} HTTP/1.1`,
      'Host: localhost',
      `Authorization: ${authorization}`,
      ...rest,
    ]);
    heads.at(-1)?.push('Connection: close');
    const together = await sendRaw(
      simulator.serviceOrigin,
      heads.map((lines) => `${lines.join('\r\n')}\r\n\r\n`).join(''),
    );
    expect(together.replace(ofTheConnection, '') === single.replace(ofTheConnection, '')).toBe(true);
  }
});

test('responses differ with another choice for one gap', async () => {
  expect(await responsesOf({ ...start, gaps: { 'conflict-body': 'error' } })).not.toEqual(await plain);
});
