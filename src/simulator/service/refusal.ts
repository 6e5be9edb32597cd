import { drawBytes } from '../environment/draw.ts';
import { type ErrorCode, errorBody, errorCatalogue } from '../server/error-catalogue.ts';
import { choice, type Exchange } from './exchange.ts';
import { type ServiceResponse, textBody } from './service-response.ts';

/** The Content-Type of JSON: gap `content-type`. */
export function jsonType(exchange: Exchange): string {
  return choice(exchange, 'content-type') === 'charset'
    ? 'application/json; charset=utf-8'
    : 'application/json';
}

const none: readonly string[] = [];

/** A refusal with an Error body. Spec 2 and 7; gaps `error-codes`, `extra-fields` and `content-type`. */
export function refuse(
  exchange: Exchange,
  code: ErrorCode,
  headers: readonly string[] = none,
): ServiceResponse {
  exchange.entry.refusal = code;
  const body = errorBody(code, shownCode(exchange, code));
  const extra = choice(exchange, 'extra-fields') === 'some';
  const text = extra ? `${body.slice(0, -1)},"x_request":${exchange.number}}` : body;
  return {
    status: errorCatalogue[code].status,
    headers: ['Content-Type', jsonType(exchange), ...headers],
    body: textBody(text),
  };
}

function shownCode(exchange: Exchange, code: ErrorCode): string {
  const answer = choice(exchange, 'error-codes');
  if (answer === 'named') return code;
  if (answer === 'opaque')
    return `E${drawBytes(exchange.state.seed, 'error code', exchange.number).toString('hex', 0, 4)}`;
  const pairs = answer.slice('map:'.length).split(',');
  return pairs.find((pair) => pair.startsWith(`${code}=`))?.slice(code.length + 1) ?? code;
}
