import type { ExchangeSummary } from '../../../control-api.ts';
import { readOrderId } from '../../../order-id.ts';
import { formatDateTime } from '../../../text/date-time.ts';
import { createRedactor } from '../../environment/journal/redactor.ts';
import { explainRefusal } from '../../environment/journal/refusal-reason.ts';
import { headerValues } from '../../environment/journal/request-fields.ts';
import { traceParentOf } from '../../environment/journal/trace-parent.ts';
import type { EndedExchange } from '../../environment/record/exchange-record.ts';

/** Returns an exchange in one line, redacted as in the journal. */
export function summarize({ environment, state: { keys }, entry, seconds }: EndedExchange): ExchangeSummary {
  const { number, begunAt, method, operation, faults, reliedOn, rawHeaders } = entry;
  const redactor = createRedactor(entry, keys.secrets);
  const traceparent = traceParentOf(rawHeaders, redactor.hide);
  const context = { environment, basePath: '' };
  const refused = entry.reason && explainRefusal(entry.reason, entry, context, { ids: [], pending: [] });
  const order = readOrderId(entry.orderIdText);
  return {
    number,
    begunAt: formatDateTime(begunAt),
    method,
    target: redactor.target(),
    operation: operation ?? null,
    orderId: order.kind === 'order-id' ? String(order.id) : null,
    status: entry.status ?? null,
    durationMs: Math.round(seconds * 1e6) / 1e3,
    key: keys.idIn(headerValues(rawHeaders, 'authorization')) ?? null,
    faults: faults.map(({ id }) => id),
    gaps: new Set(reliedOn).size,
    held: entry.gate !== undefined,
    ...(refused !== undefined && { refused: redactor.hide(refused.why) }),
    ...(traceparent !== undefined && { traceparent }),
  };
}
