import { expect, test } from 'vitest';
import { checkContract } from '../../src/check/check-contract.ts';
import type { CheckOptions } from '../../src/check/check-options.ts';
import type { Level } from '../../src/contract/report.ts';
import { fastClock } from './fast-clock.ts';
import { serverKey, startTinyServer, type Twist } from './mutants/honest-server.ts';
import { hasKey } from './mutants/mutant.ts';

/** Checks a tiny service and returns the report and the requests that it received. */
async function check(twist: Twist, options: Partial<CheckOptions>) {
  await using server = await startTinyServer(twist);
  const report = await checkContract({ url: server.url, apiKey: serverKey, clock: fastClock, ...options });
  return { report, requests: server.requests };
}

test('does not repeat a cancel whose response is lost, and reports that its effect is unknown', async () => {
  const lost: Twist = { wire: (wire) => (wire.status === 204 ? { ...wire, silent: true } : wire) };
  const { report, requests } = await check(lost, { level: 'cancel', pendingIds: [101n] });
  const cancels = requests.filter(({ orderId }) => orderId === '101');
  expect(cancels.filter(hasKey)).toHaveLength(1);
  expect(report.notes.join()).toMatch(
    /Order 101, .* got no response, so that it is unknown whether it was cancelled/,
  );
  expect(report.incomplete?.kind).toBe('failed');
  expect(report.exitCode).toBe(3);
});

const namedAt = (level: Level) => (level === 'cancel' ? { pendingIds: [101n], shippedIds: [201n] } : {});
const listed = ['101', '102', '201', '202', '9007199254740993'];

test.each([
  ['observe', []],
  ['probe', []],
  ['cancel', ['201', '201', '101', '101', '101']],
] as const)('at level %s the DELETEs of listed orders with the key are %j', async (level, expected) => {
  const { requests } = await check({}, { level, ...namedAt(level) });
  const deletes = requests.filter(({ method }) => method === 'DELETE');
  const ofListed = deletes.filter(({ orderId = '' }) => listed.includes(orderId));
  expect(ofListed.filter(hasKey).map(({ orderId }) => orderId)).toEqual(expected);
  const others = ofListed.filter((request) => !hasKey(request));
  expect(others.map(({ orderId }) => orderId)).toEqual(
    level === 'cancel' ? ['201', '201', ...Array(7).fill('101')] : [],
  );
  expect(deletes.length > 0).toBe(level !== 'observe');
});
