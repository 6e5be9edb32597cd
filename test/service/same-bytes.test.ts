import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fault } from '../../src/simulation/faults/fault.ts';
import { gaps } from '../../src/simulation/gaps/gaps.ts';
import type { GapAnswerTexts } from '../../src/simulation/initial-state.ts';
import { openTestSimulator, order, type TestSimulatorOptions, testKey } from '../open-test-simulator.ts';
import { request } from '../raw-http.ts';

// Enough for a list of several chunks, which is written in another way than a short one.
const orders = Array.from({ length: 6_000 }, (_, at) =>
  order(BigInt(at + 1), at % 10 === 9 ? 'shipped' : 'pending', {
    petId: 7n,
    shipDate: '2026-01-20T10:00:00Z',
  }),
);
const clock = { at: Date.parse('2026-01-20T10:00:00Z'), frozen: true };
const start: TestSimulatorOptions = { orders, clock };

const anyRequest = fc.record({
  method: fc.constantFrom('GET', 'DELETE', 'DELETE', 'HEAD', 'OPTIONS', 'POST'),
  target: fc.oneof(
    fc.constantFrom(
      '/v1/store/orders',
      '/v1/store/orders?x=1',
      '/v1/pets/1',
      '/quickstart/messages',
      '/v2',
      '*',
    ),
    fc.integer({ min: 1, max: 20 }).map((id) => `/v1/store/orders/${id}`),
    fc.constantFrom(
      '/v1/store/orders/',
      '/v1/store/orders/%31',
      '/v1/store/orders/01',
      '/staging/v1/store/orders',
    ),
    fc.constantFrom('http://localhost/v1/store/orders', 'http://localhost/v1/store/orders/3', 'file://?x'),
  ),
  authorization: fc.constantFrom(
    `Bearer ${testKey}`,
    `Bearer ${testKey}`,
    `bearer ${testKey}`,
    'Bearer wrong',
    'Basic x',
  ),
  rest: fc.constantFrom(
    [],
    ['Accept: text/html'],
    ['Origin: http://a.test'],
    ['Accept-Encoding: gzip'],
    ['Host: b'],
  ),
});

const sequences = fc.sample(fc.array(anyRequest, { minLength: 25, maxLength: 25 }), { numRuns: 6, seed: 42 });

/** The bytes of every answer, but for the machine's own date. */
async function answersOf(options: TestSimulatorOptions): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const sequence of sequences) {
    await using simulator = await openTestSimulator(options);
    for (const { method, target, authorization, rest } of sequence) {
      const headers = [`Authorization: ${authorization}`, ...rest];
      const { head, body } = await request(simulator.serviceOrigin, method, target, headers);
      answers.push(`${head.replace(/^Date: .*\r\n/m, '')}\r\n\r\n${body}`);
    }
  }
  return answers;
}

const plain = answersOf(start);
const defaults = Object.fromEntries(gaps.map((gap) => [gap.key, gap.default])) as GapAnswerTexts;
const waitsForNothing: Fault = { kind: 'latency', ms: 0 };
const slowlyInNoTime: Fault = { kind: 'drip', bytes: 4_000, everyMs: 0 };

test.each<[string, TestSimulatorOptions]>([
  ['a fault that waits for nothing', { faults: [waitsForNothing] }],
  ['a fault that writes answers in small pieces', { faults: [slowlyInNoTime] }],
  ['a journal that keeps nothing', { journalSize: 0 }],
  ['a journal of one exchange', { journalSize: 1 }],
  ['profile vary with every answer fixed to its default', { profile: 'vary', gaps: defaults }],
])('%s changes no byte of any answer', async (_, options) => {
  expect(await answersOf({ ...start, ...options })).toEqual(await plain);
});

test('the answers that are compared are of many kinds', async () => {
  const statuses = new Set((await plain).map((answer) => answer.slice(9, 12)));
  expect([...statuses].toSorted()).toEqual(['200', '204', '400', '401', '404', '405', '409', '501']);
});

test('answers differ where one gap has another answer', async () => {
  expect(await answersOf({ ...start, gaps: { 'conflict-body': 'error' } })).not.toEqual(await plain);
});
