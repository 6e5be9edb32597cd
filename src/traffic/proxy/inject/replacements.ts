import { type DisturbedBody, disturbBody, partsOf } from '../../../faults/disturbed-body.ts';
import type { Effect } from '../../../faults/fault-kind.ts';
import { faultResponse } from '../../../faults/fault-response.ts';
import type { Replacement, WholeResponse } from '../forward/disturbance.ts';
import { markHeader } from '../forward/link.ts';

/** Returns what an effect sends instead of the response; undefined if it does not replace it. */
export function replacementOf(effect: Effect, method: string): Replacement | undefined {
  switch (effect.kind) {
    case 'respond':
      return { pieces: once(responseText(effect, method)), finally: 'keep' };
    case 'refuse-key':
      return replacementOf({ kind: 'respond', status: 401, body: 'error', retryAfter: undefined }, method);
    case 'reset':
      return { pieces: once(), finally: 'reset' };
    case 'close':
      return { pieces: once(), finally: 'close' };
    case 'garble-response':
      return { pieces: once(Buffer.from(effect.bytes)), finally: 'close' };
    default:
      return undefined;
  }
}

function responseText(effect: Extract<Effect, { kind: 'respond' }>, method: string): Buffer {
  const { status, reason, headers, text = '' } = faultResponse(effect);
  const lines = [`HTTP/1.1 ${status} ${reason}`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  lines.push(`Content-Length: ${Buffer.byteLength(text)}`, `${markHeader}: injected`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${method === 'HEAD' ? '' : text}`);
}

/** Returns a response whose body is disturbed. Its head and its framing promise all of it. */
export function disturbedResponse(
  { headText, content, framing }: WholeResponse,
  effects: readonly Effect[],
  wait: (ms: number) => Promise<void>,
): Replacement {
  const body = disturbBody(content, effects);
  const whole = body.end === content.length;
  // The end of the connection is the end of such a body, so it has to be another end.
  const cut = framing === 'close' ? 'reset' : 'close';
  const chunked = framing === 'chunked' && content.length > 0;
  const before = chunked ? `${headText}${content.length.toString(16)}\r\n` : headText;
  const after = framing !== 'chunked' || !whole ? '' : chunked ? '\r\n0\r\n\r\n' : '0\r\n\r\n';
  return {
    pieces: pieces(before, body, after, wait),
    finally: whole ? (framing === 'close' ? 'close' : 'keep') : cut,
  };
}

async function* pieces(
  before: string,
  body: DisturbedBody,
  after: string,
  wait: (ms: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(before, 'latin1');
  for (const part of partsOf(body)) {
    yield part;
    if (body.pace !== undefined) await wait(body.pace.everyMs);
  }
  yield Buffer.from(after);
}

async function* once(...bytes: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* bytes;
}
