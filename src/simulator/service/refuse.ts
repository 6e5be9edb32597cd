import { drawBytes } from '../../draw.ts';
import { type ErrorCode, errorBody, errorCatalogue } from '../../http/error-catalogue.ts';
import type { RefusalReason } from '../environment/journal/refusal-reason.ts';
import { choice, type Exchange } from './exchange.ts';
import { jsonType, type ServiceResponse, textBody } from './service-response.ts';

const none: readonly string[] = [];

/** Refuses a request with an Error body, whose message is by default that of the code. Spec 2 and 7; gaps `error-codes`, `extra-fields` and `content-type`. */
export function refuse(
  exchange: Exchange,
  code: ErrorCode,
  reason: RefusalReason,
  headers: readonly string[] = none,
  message?: string,
): ServiceResponse {
  exchange.entry.refusal = code;
  exchange.entry.reason = reason;
  const body = errorBody(code, shownCode(exchange, code), message);
  const extra = choice(exchange, 'extra-fields') === 'some';
  const text = extra ? `${body.slice(0, -1)},"x_request":${exchange.entry.number}}` : body;
  return {
    status: errorCatalogue[code].status,
    headers: ['Content-Type', jsonType(exchange), ...headers],
    body: textBody(text),
  };
}

function shownCode(exchange: Exchange, code: ErrorCode): string {
  const codes = choice(exchange, 'error-codes');
  if (codes === 'named') return code;
  const { state, entry } = exchange;
  if (codes === 'opaque')
    return `E${drawBytes(state.seed, 'error code', entry.number).toString('hex', 0, 4)}`;
  const pairs = codes.slice('map:'.length).split(',');
  return pairs.find((pair) => pair.startsWith(`${code}=`))?.slice(code.length + 1) ?? code;
}
