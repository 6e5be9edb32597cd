import { drawBytes } from '../simulation/draw.ts';
import { type ErrorCode, errorBody, errorCatalogue } from './error-catalogue.ts';
import { answerTo, type Exchange } from './exchange.ts';
import { type Reply, textBody } from './reply.ts';

/** The Content-Type of JSON: gap `content-type`. */
export function jsonType(exchange: Exchange): string {
  return answerTo(exchange, 'content-type') === 'charset'
    ? 'application/json; charset=utf-8'
    : 'application/json';
}

const none: readonly string[] = [];

/** A refusal with an Error body. Spec 2 and 7; gaps `error-codes`, `extra-fields` and `content-type`. */
export function refuse(exchange: Exchange, code: ErrorCode, headers: readonly string[] = none): Reply {
  exchange.entry.refusal = code;
  const body = errorBody(code, shownCode(exchange, code));
  const extra = answerTo(exchange, 'extra-fields') === 'some';
  const text = extra ? `${body.slice(0, -1)},"x_request":${exchange.number}}` : body;
  return {
    status: errorCatalogue[code].status,
    headers: ['Content-Type', jsonType(exchange), ...headers],
    body: textBody(text),
  };
}

function shownCode(exchange: Exchange, code: ErrorCode): string {
  const answer = answerTo(exchange, 'error-codes');
  if (answer === 'named') return code;
  if (answer === 'opaque')
    return `E${drawBytes(exchange.state.seed, 'error code', exchange.number).toString('hex', 0, 4)}`;
  const pairs = answer.slice('map:'.length).split(',');
  return pairs.find((pair) => pair.startsWith(`${code}=`))?.slice(code.length + 1) ?? code;
}
