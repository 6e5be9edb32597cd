import fc from 'fast-check';
import { type RequestKey, refusedKeys } from '../../../src/contract/api-key.ts';
import type { Exchange, ReceivedResponse } from '../../../src/contract/exchange.ts';
import type { Report, RuleResult } from '../../../src/contract/report.ts';
import { rules } from '../../../src/contract/rules/rules.ts';

const hostile = fc.constantFrom(
  ...[
    '\u001b[2J',
    '\u0000',
    '\r\n',
    '\u202e',
    '\uffff',
    '\ud800',
    '\u009b1m',
    ']]>',
    '<!--',
    '-->',
    '</style>',
  ],
  ...[
    '<script>alert(1)</script>',
    '"',
    "'",
    '`',
    '```\n',
    '&amp;',
    '|',
    '\\',
    '$(rm)',
    '![x](http://x)',
    '…',
  ],
);
/** Any text, with what acts in a terminal, in markup or in Markdown. */
export const anyText = fc
  .array(fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 12 })), { maxLength: 6 })
  .map((a) => a.join(''));
const text = anyText;
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array)),
  text.map((content) => Buffer.from(content)),
);
const ruleId = fc.constantFrom(...rules.map(({ id }) => id));
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const key: fc.Arbitrary<RequestKey> = fc.oneof(
  fc.constantFrom<RequestKey>({ kind: 'valid' }, { kind: 'none' }),
  fc.constantFrom(...refusedKeys).filter(({ kind }) => kind === 'invalid'),
);

const response: fc.Arbitrary<ReceivedResponse> = fc.record({
  statusLine: text,
  status: fc.integer({ min: 100, max: 999 }),
  rawHeaders: fc.array(fc.tuple(text, text), { maxLength: 3 }),
  content: bytes,
  body: optional(bytes),
  faults: fc.array(text, { maxLength: 2 }),
  durationMs: fc.double({ min: 0, max: 1e6, noNaN: true }),
});

const exchange: fc.Arbitrary<Exchange> = fc.record({
  number: fc.integer({ min: 1, max: 5 }),
  request: fc.record({
    operationId: fc.constantFrom('listOrders', 'cancelOrder'),
    method: fc.constantFrom('GET', 'DELETE'),
    path: text,
    query: text,
    key,
  }),
  startedAt: fc.integer({ min: 0, max: 4e12 }),
  outcome: fc.oneof(
    fc.record({ kind: fc.constant('responded' as const), response }),
    fc.record({
      kind: fc.constant('failed' as const),
      reason: fc.constantFrom('dns', 'reset'),
      message: text,
    }),
  ),
}) as fc.Arbitrary<Exchange>;

const outcomes = fc.oneof(
  fc
    .record({ kind: fc.constant('passed' as const), exchanges: fc.nat(99), partly: optional(text) })
    .map(({ partly, ...rest }) => (partly === undefined ? rest : { ...rest, partly })),
  fc.record({
    kind: fc.constant('failed' as const),
    findings: fc.integer({ min: 1, max: 300 }),
    ignored: fc.nat(2),
  }),
  fc.record({ kind: fc.constant('not-exercised' as const), reason: text }),
);

const results: fc.Arbitrary<readonly RuleResult[]> = fc
  .tuple(...rules.map(() => outcomes))
  .map((all) => all.map((outcome, index) => ({ rule: rules[index]?.id, ...outcome }) as RuleResult));

const finding = fc
  .record({
    rule: ruleId,
    operation: fc.constantFrom('listOrders', 'cancelOrder', undefined),
    requests: fc.integer({ min: 1, max: 9 }),
    ignored: fc.boolean(),
    exchange: optional(fc.integer({ min: 1, max: 6 })),
    where: optional(text),
    expected: text,
    got: text,
  })
  .map(({ where, ...rest }) => (where === undefined ? rest : { ...rest, where }));

/** Any report of the right types, with hostile text from the target. */
export const anyReport: fc.Arbitrary<Report> = fc.record({
  tool: fc.constant({ name: 'store-orders-sim' as const, version: '0.1.0' }),
  target: text,
  level: fc.constantFrom('observe', 'probe', 'cancel', 'passive'),
  startedAt: fc.integer({ min: 0, max: 4e12 }).map((time) => new Date(time).toISOString()),
  durationMs: fc.double({ min: 0, max: 1e9, noNaN: true }),
  rules: results,
  headers: fc.array(text, { maxLength: 2 }),
  findings: fc.array(finding, { maxLength: 6 }),
  orders: fc.array(
    fc.record({
      id: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
      named: fc.constantFrom('pending', 'shipped'),
      untested: optional(text),
    }),
    { maxLength: 2 },
  ),
  gaps: fc.array(
    fc.record({
      gap: text,
      observed: text,
      allowed: fc.boolean(),
      exchange: optional(fc.nat(5)),
      requests: fc.nat(9),
    }),
    { maxLength: 4 },
  ),
  notes: fc.array(text, { maxLength: 3 }),
  exchanges: fc.array(exchange, { maxLength: 4 }),
  incomplete: optional(
    fc.record({
      kind: fc.constantFrom('unreachable', 'wrong-key', 'aborted', 'failed'),
      message: text,
    }),
  ),
  exitCode: fc.constantFrom(0, 1, 3, 130),
});
