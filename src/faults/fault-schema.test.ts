import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkData } from '../text/data-issue.ts';
import { readYaml } from '../text/yaml-file.ts';
import { packageRoot } from '../version.ts';
import { faultKinds } from './fault.ts';
import { faultSchema, faultsSchema } from './fault-schema.ts';

const words = (value: unknown, schema = faultSchema): string[] =>
  checkData(value, schema).issues.map(({ what, expected, hint }) =>
    [what, expected, hint].filter((part) => part !== undefined).join('; '),
  );

test.each([
  { kind: 'latency', delay: { min: 1n, max: 100n }, probability: 1n },
  { kind: 'drip', bytes: 1n, interval: 10n },
  { kind: 'reset', when: 'after-commit', operation: 'cancelOrder', orderId: 9007199254740993n },
  { kind: 'close', key: 'key-2', times: 1n, every: 2n, duration: 5n },
  { kind: 'truncate', bytes: 0n },
  { kind: 'status', status: 503n, body: 'html', retryAfter: 1n },
  { kind: 'stale-list', operation: 'listOrders', id: 'stale' },
])('accepts %o, with exact order ids and all else as numbers', (fault) => {
  const { data, issues } = checkData(fault, faultSchema);
  expect(issues).toEqual([]);
  const numbers = (value: unknown): unknown =>
    typeof value === 'bigint'
      ? Number(value)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, numbers(part)]))
        : value;
  expect(data).toEqual({
    ...(numbers(fault) as object),
    ...('orderId' in fault ? { orderId: fault.orderId } : {}),
  });
});

test.each([
  [
    { kind: 'latency', delay: '200ms' },
    { kind: 'latency', delay: 200 },
  ],
  [
    { kind: 'latency', delay: { min: '0s', max: '10m' } },
    { kind: 'latency', delay: { min: 0, max: 600_000 } },
  ],
  [
    { kind: 'close', duration: '365d' },
    { kind: 'close', duration: 31_536_000_000 },
  ],
])('reads the durations of %o', (fault, read) => {
  expect(checkData(fault, faultSchema)).toEqual({ data: read, issues: [] });
});

test.each<[unknown, string]>([
  [
    { kind: 'drip', bytes: 1n, interval: '11m' },
    'interval is "11m"; a duration like 500ms, 30s, 5m, 2h or 1d, at most 10m, or the number of milliseconds',
  ],
  [
    { kind: 'reset', duration: '0s' },
    'duration is "0s"; a duration like 500ms, 30s, 5m, 2h or 1d, at least 1ms and at most 365d, or the number of milliseconds',
  ],
  [
    { kind: 'latencyy' },
    `kind is "latencyy"; ${Object.keys(faultKinds).join(', ')}; did you mean "latency"?`,
  ],
  [{ kind: 'latency', delay: { min: 2n, max: 1n } }, 'a range runs backwards; the smaller end first'],
  [{ kind: 'reset', tims: 1n }, 'unknown key "tims"; did you mean "times"?'],
  [{ kind: 'status', status: 204n }, 'status is 204; a whole number from 400 to 599'],
  [{ kind: 'reset', probability: 1.5 }, 'probability is 1.5; a number from 0 to 1'],
  [{ kind: 'reset', key: 'test-api-key' }, 'key is "test-api-key"; the id of a key, like key-1'],
  [
    { kind: 'reset', when: 'after-commit', operation: 'listOrders' },
    'when: after-commit disturbs only cancelOrder; operation: cancelOrder, or none',
  ],
  [
    { kind: 'stale-list', operation: 'cancelOrder' },
    'stale-list disturbs only listOrders; operation: listOrders, or none',
  ],
])('refuses %o with the reason', (fault, text) => {
  expect(words(fault)).toEqual([text]);
});

const page = readFileSync(new URL('docs/reference/faults.md', packageRoot), 'utf8');
const examples = [...page.matchAll(/^## (\S+)\n\n[^\n]+\n\n```yaml\n(.*?)^```/gms)];

test('docs/reference/faults.md has one section for each fault', () => {
  expect(examples.map(([, kind]) => kind)).toEqual(Object.keys(faultKinds));
});

test.each(examples.map(([, kind, text = '']) => ({ kind, text })))(
  'the example of $kind in docs/reference/faults.md is a valid fault of this kind',
  async ({ kind, text }) => {
    expect(await readYaml({ name: 'faults.md', text }, { schema: faultSchema })).toMatchObject({ kind });
  },
);

test('refuses two faults with one id', () => {
  const both = [
    { kind: 'reset', id: 'a' },
    { kind: 'close', id: 'a' },
  ];
  expect(checkData(both, faultsSchema).issues).toMatchObject([
    { path: [1, 'id'], what: 'two faults have the id "a"', expected: 'each id once' },
  ]);
});
