import type { Exchange, PlannedRequest } from '../../../src/contract/exchange.ts';
import type { Report, RuleResult } from '../../../src/contract/report.ts';
import { type RuleId, rules } from '../../../src/contract/rules/rules.ts';

/** An exchange whose response has a JSON body. */
export function exchange(
  number: number,
  request: Partial<PlannedRequest>,
  statusLine: string,
  text = '',
): Exchange {
  const content = Buffer.from(text);
  return {
    number,
    request: {
      operationId: 'listOrders',
      method: 'GET',
      path: '/store/orders',
      query: '',
      key: { kind: 'valid' },
      ...request,
    },
    startedAt: Date.UTC(2026, 0, 20, 10, 0, number),
    outcome: {
      kind: 'responded',
      response: {
        statusLine,
        status: Number(statusLine.split(' ')[1]),
        rawHeaders: [['Content-Type', 'application/json']],
        content,
        body: content,
        faults: [],
        durationMs: 12,
      },
    },
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
    {
      rule: 'R09',
      operation: 'listOrders',
      requests: 1,
      ignored: false,
      exchange: 1,
      where: '/4/id',
      expected: 'an integer from -2^63 to 2^63-1',
      got: '…"quantity":1},{"id":9223372036854775808,"petId":3…',
    },
    {
      rule: 'R23',
      operation: 'cancelOrder',
      requests: 1,
      ignored: false,
      exchange: 3,
      where: '/status',
      expected: '404, the HTTP status',
      got: '{"code":"order_not_found","message":"no <b>order</b> | `12`","status":500}',
    },
    {
      rule: 'R19',
      operation: 'listOrders',
      requests: 1,
      ignored: false,
      exchange: 2,
      where: 'header WWW-Authenticate',
      expected: 'a challenge',
      got: 'no such header',
    },
    {
      rule: 'R12',
      operation: 'listOrders',
      requests: 1,
      ignored: true,
      exchange: 1,
      where: '/0/x_tag',
      expected: 'no field beyond the documented five',
      got: '"x_tag":1',
    },
  ],
  notes: ['2 orders joined the list while it was checked'],
  exchanges: [
    exchange(1, {}, 'HTTP/1.1 200 OK', '[{"id":9223372036854775808,"x_tag":1}]'),
    exchange(2, { key: { kind: 'none' } }, 'HTTP/1.1 401 Unauthorized', '{}'),
    exchange(
      3,
      { operationId: 'cancelOrder', method: 'DELETE', path: '/store/orders/-4611686018427387905' },
      'HTTP/1.1 404 Not Found',
      '{"code":"order_not_found","message":"no <b>order</b> | `12`","status":500}',
    ),
  ],
  exitCode: 1,
};

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
