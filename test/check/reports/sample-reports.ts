import type { Exchange, PlannedRequest } from '../../../src/contract/exchange.ts';
import type { Report, ReportedFinding, RuleResult } from '../../../src/contract/report.ts';
import { listOrders } from '../../../src/contract/requests.ts';
import { type RuleId, rules } from '../../../src/contract/rules/rules.ts';
import { aResponse } from '../../contract/a-response.ts';

/** An exchange whose response has a JSON body. */
export function exchange(
  number: number,
  request: Partial<PlannedRequest>,
  statusLine: string,
  text = '',
): Exchange {
  const [, status] = statusLine.split(' ');
  const rawHeaders = [['Content-Type', 'application/json']] as const;
  const response = aResponse(text, { statusLine, status: Number(status), rawHeaders, durationMs: 12 });
  return {
    number,
    request: { ...listOrders(), ...request },
    startedAt: Date.UTC(2026, 0, 20, 10, 0, number),
    outcome: { kind: 'responded', response },
  };
}

const notSent = 'level probe cancels nothing';

function results(changed: Partial<Record<RuleId, Omit<RuleResult, 'rule'>>>): readonly RuleResult[] {
  return rules.map(({ id }): RuleResult => {
    const other = changed[id];
    if (other !== undefined) return { rule: id, ...other } as RuleResult;
    return Number(id.slice(1)) < 26
      ? { rule: id, kind: 'passed', exchanges: 3 }
      : { rule: id, kind: 'not-exercised', reason: notSent };
  });
}

/** A report of a target that keeps the contract. */
export const wellReport: Report = {
  tool: { name: 'store-orders-sim', version: '0.1.0' },
  target: 'https://orders.example/v1',
  level: 'probe',
  headers: [],
  startedAt: '2026-01-20T10:00:00.000Z',
  durationMs: 412,
  rules: results({}),
  findings: [],
  orders: [],
  gaps: [
    { gap: 'content-type', observed: 'charset', allowed: true, exchange: 1, requests: 1 },
    { gap: 'content-type', observed: 'charset', allowed: true, exchange: 2, requests: 1 },
    { gap: 'www-authenticate', observed: 'bearer', allowed: true, exchange: 2, requests: 1 },
  ],
  notes: [],
  exchanges: [
    exchange(1, {}, 'HTTP/1.1 200 OK', '[]'),
    exchange(2, { key: { kind: 'none' } }, 'HTTP/1.1 401 Unauthorized'),
  ],
  incomplete: undefined,
  exitCode: 0,
};

const missing = '{"code":"order_not_found","message":"no <b>order</b> | `12`","status":500}';
const finding = (
  rule: RuleId,
  shown: number,
  where: string,
  expected: string,
  got: string,
): ReportedFinding => ({
  ...{ rule, operation: shown === 3 ? 'cancelOrder' : 'listOrders', exchange: shown },
  ...{ requests: 1, ignored: false, where, expected, got },
});

/** A report of a target that breaks two rules, with one notice and one ignored rule. */
export const brokenReport: Report = {
  ...wellReport,
  rules: results({
    R09: { kind: 'failed', findings: 41, ignored: 0 } as RuleResult,
    R12: { kind: 'failed', findings: 2, ignored: 2 } as RuleResult,
    R19: { kind: 'failed', findings: 1, ignored: 0 } as RuleResult,
    R23: { kind: 'failed', findings: 1, ignored: 0 } as RuleResult,
  }),
  findings: [
    finding(
      'R09',
      1,
      '/4/id',
      'an integer from -2^63 to 2^63-1',
      '…"quantity":1},{"id":9223372036854775808,"petId":3…',
    ),
    finding('R23', 3, '/status', '404, the HTTP status', missing),
    finding('R19', 2, 'header WWW-Authenticate', 'a challenge', 'no such header'),
    { ...finding('R12', 1, '/0/x_tag', 'no field beyond the documented five', '"x_tag":1'), ignored: true },
  ],
  notes: ['2 orders joined the list while it was checked'],
  exchanges: [
    exchange(1, {}, 'HTTP/1.1 200 OK', '[{"id":9223372036854775808,"x_tag":1}]'),
    exchange(2, { key: { kind: 'none' } }, 'HTTP/1.1 401 Unauthorized', '{}'),
    exchange(
      3,
      { operationId: 'cancelOrder', method: 'DELETE', path: '/store/orders/-4611686018427387905' },
      'HTTP/1.1 404 Not Found',
      missing,
    ),
  ],
  exitCode: 1,
};

/** A broken report with the parts that the other one lacks. */
export const fullReport: Report = {
  ...brokenReport,
  headers: ['X-Tenant'],
  rules: brokenReport.rules.map((one) => (one.kind === 'passed' ? { ...one, partly: 'no list' } : one)),
  orders: [{ id: 101n, named: 'pending', untested: 'it is not in the list' }],
  incomplete: { kind: 'failed', message: 'Request 4 got no response.' },
  exchanges: [
    ...brokenReport.exchanges,
    {
      ...exchange(4, {}, 'HTTP/1.1 200 OK'),
      outcome: { kind: 'failed', reason: 'reset', message: 'The target closed the connection.' },
    },
  ],
};

/** The fields of a report whose texts are its own: none of them comes from the target. */
export const ownFields = [
  ...['tool', 'level', 'startedAt', 'rule', 'operation', 'named', 'kind'],
  ...['operationId', 'method', 'key'],
];

/** A report of a target that could not be reached. */
export const incompleteReport: Report = {
  ...wellReport,
  rules: rules.map(({ id }) => ({
    rule: id,
    kind: 'not-exercised',
    reason: 'the target could not be reached',
  })),
  gaps: [],
  exchanges: [
    {
      ...exchange(1, {}, 'HTTP/1.1 200 OK'),
      outcome: { kind: 'failed', reason: 'refused', message: 'nothing listens at orders.example:443' },
    },
  ],
  incomplete: {
    kind: 'unreachable',
    message: 'Nothing listens at orders.example:443: start the target or give another address.',
  },
  exitCode: 3,
};
