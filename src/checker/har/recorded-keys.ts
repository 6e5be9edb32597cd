import type { ResultCollector } from '../collect-results.ts';
import type { RuleId } from '../rules/rules.ts';
import type { Exchange } from '../wire/exchange.ts';

/** Which rule says that a request with such a key is answered 401; undefined where the key may be valid. */
function keyRule({ request: { operationId, key } }: Exchange): RuleId | undefined {
  const lists = operationId === 'listOrders';
  if (key.kind === 'none') return lists ? 'R14' : 'R16';
  // A bearer token that was answered 401 is taken for invalid because of that answer: it proves nothing.
  if (key.kind === 'invalid' && key.how !== 'random') return lists ? 'R15' : 'R17';
  return undefined;
}

/**
 * R14 to R18: a request without a key, or with what cannot be one, is answered 401, and nothing tells whether an order
 * exists. `undocumented` statuses are R03's alone.
 */
export function judgeKey(exchange: Exchange, undocumented: boolean, collector: ResultCollector): void {
  const rule = keyRule(exchange);
  const { number, outcome, request } = exchange;
  if (rule === undefined || outcome.kind === 'failed' || undocumented) return;
  const { status, statusLine } = outcome.response;
  const shown = { exchange: number, where: 'status', expected: '401', got: statusLine };
  collector.kept(rule, exchange);
  if (status !== 401) collector.broken({ rule, ...shown });
  if (request.operationId !== 'cancelOrder') return;
  collector.kept('R18', exchange);
  if (status === 404 || status === 409) collector.broken({ rule: 'R18', ...shown });
}
