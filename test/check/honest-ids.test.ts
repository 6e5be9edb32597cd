import { expect, test } from 'vitest';
import type { CheckOptions } from '../../src/check/check-options.ts';
import { checkWithin } from './mutants/check-within.ts';
import { errorWire, type Twist, tinyOrder } from './mutants/honest-server.ts';

const ids = [...'0123456789', '20', '40', '204', '401', '404', '409', '2026'];

/** Like a service in Express: short ids, short messages, and headers that contain every digit. */
const express: Twist = {
  orders: () => ids.map((id, at) => tinyOrder(id, at % 2 === 0 ? 'pending' : 'shipped')),
  list: (orders) => orders.filter(({ state }) => state !== 'cancelled'),
  cancel: (order) => (order === undefined || order.state === 'cancelled' ? 404 : undefined),
  wire: (wire, { number }) => {
    const { headers, ...rest } = wire.status === 401 ? errorWire(401, 'unauthorized', 'unauthorized') : wire;
    const date = `Tue, 20 Jan 2026 10:0${number % 10}:${10 + (number % 50)} GMT`;
    return { ...rest, headers: [...headers, ['Date', date], ['ETag', `"${number}"`]] };
  },
};

const checks: readonly (readonly [what: string, options: Partial<CheckOptions>])[] = [
  ['level observe', { level: 'observe' }],
  ['level probe', { level: 'probe' }],
  ...ids.map((text, at): readonly [string, Partial<CheckOptions>] => {
    const id = BigInt(text);
    const others = ids.map(BigInt).filter((other) => other !== id);
    const [pending = 0n, raced = 0n] = others.filter((other) => ids.indexOf(String(other)) % 2 === 0);
    const [shipped = 0n] = others.filter((other) => ids.indexOf(String(other)) % 2 === 1);
    const named =
      at % 2 === 0
        ? { pendingIds: [id, pending], shippedIds: [shipped], raceIds: [raced] }
        : { pendingIds: [pending], shippedIds: [id], raceIds: [raced] };
    return [`level race with order ${id}`, { level: 'race', ...named }];
  }),
];

test.each(checks)('a check finds nothing in a service with short ids at %s', async (_what, options) => {
  const report = await checkWithin(express, options.level ?? 'observe', options);
  expect(report.findings).toEqual([]);
  expect([report.exitCode, report.incomplete]).toEqual([0, undefined]);
});
