import { timeText } from '../../../clock.ts';
import { drawBytes } from '../../../draw.ts';
import { choice, type Exchange } from '../exchange.ts';
import { refuse } from '../refuse.ts';
import { jsonType, type ServiceResponse, textBody } from '../service-response.ts';

/** POST /messages of the quickstart, an interface of its own. Spec 4.4 and 7. */
export function postMessage(exchange: Exchange): ServiceResponse {
  const message = readMessage(exchange);
  if (message === undefined) return badRequest(exchange);
  const { state } = exchange;
  const number = ++state.counts.messages;
  const id = `msg_${drawBytes(state.seed, 'message', number).toString('hex', 0, 12)}`;
  const body = { id, message, status: 'queued', createdAt: timeText(state.clock.now()) };
  return {
    status: successStatus[choice(exchange, 'message-accepted')],
    headers: ['Content-Type', jsonType(exchange)],
    body: textBody(JSON.stringify(body)),
  };
}

const successStatus = { ok: 200, created: 201, accepted: 202 } as const;

function badRequest(exchange: Exchange): ServiceResponse {
  exchange.entry.reason = 'message';
  return choice(exchange, 'message-bad-request-body') === 'error'
    ? refuse(exchange, 'bad_request', 'message')
    : { status: 400, headers: [] };
}

const jsonMediaType = /^application\/json[ \t]*(?:;.*)?$/i;

/** The message of a well-formed request: `Content-Type: application/json`, valid JSON, and a string in field message. */
function readMessage({ req, body }: Exchange): string | undefined {
  if (!jsonMediaType.test(req.headers['content-type'] ?? '')) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    // Texts, numbers and arrays have no message, and `__proto__` is an own property of what JSON.parse returns.
    const message: unknown = JSON.parse(text).message;
    return typeof message === 'string' ? message : undefined;
  } catch {
    // Not UTF-8, not JSON, or null.
    return undefined;
  }
}
