import { type FailureReason, headerValues } from '../../contract/exchange.ts';
import { bodyLimit, tooLargeContent } from '../../contract/http1/content-coding.ts';
import { type FramingReading, responseFraming } from '../../contract/http1/framing.ts';
import { headEnd, type ResponseHead, readResponseHead } from '../../contract/http1/head.ts';
import { quoted } from '../../contract/http1/wire-text.ts';
import { BodyReader, describeEnd, type EndReason } from './body-reader.ts';

/** The maximum number of bytes in the heads of one response, those of interim responses included. */
const maxHeadBytes = 256 * 1024;
const maxSurplusBytes = 64 * 1024;

/** A response that was read to its end, or why none could be read. */
export type ReadResult =
  | {
      readonly kind: 'response';
      readonly head: ResponseHead;
      readonly content: Buffer;
      readonly faults: readonly string[];
      /** The content is cut short or wrongly framed. */
      readonly damaged: boolean;
    }
  | ReadFailure;

type ReadFailure = { readonly kind: 'failed'; readonly reason: FailureReason; readonly message: string };

/**
 * Reads one HTTP/1 response from the bytes that are pushed, strictly by RFC 9112. Skips interim
 * responses (1xx). After the response it keeps reading until the end, to find bytes that should not be there.
 */
export class ResponseReader {
  readonly #maxBodyBytes: number;
  readonly #method: string;
  readonly #pieces: Buffer[] = [];
  /** A part of a head, later the bytes after the response. */
  #received: Buffer = Buffer.alloc(0);
  #searched = 0;
  #headBytes = 0;
  #message:
    | { readonly head: ResponseHead; readonly body: BodyReader; readonly framing: FramingReading }
    | undefined;
  #result: ReadResult | undefined;

  /**
   * Content beyond the `bodyLimit` fails the response with `too-large`. A response to HEAD has none.
   */
  constructor(maxBodyBytes: number, { method = 'GET' }: { readonly method?: string } = {}) {
    this.#maxBodyBytes = maxBodyBytes;
    this.#method = method;
  }

  /** Undefined until the response is read and no more bytes are expected. */
  get result(): ReadResult | undefined {
    return this.#result;
  }

  /** Whether the response is complete, so that only surplus bytes could still arrive. */
  get complete(): boolean {
    return this.#message?.body.complete === true;
  }

  /** Reads the next bytes. Their memory can be reused afterwards. */
  push(bytes: Buffer): void {
    if (this.#result !== undefined) return;
    if (this.#message !== undefined) this.#readBody(bytes);
    else {
      this.#received = Buffer.concat([this.#received, bytes]);
      this.#readHeads();
    }
  }

  /** Ends the response because no more bytes arrive. */
  finish(reason: EndReason): ReadResult {
    this.#result ??=
      this.#message === undefined ? this.#withoutHead(reason) : this.#respond(this.#message.body.end(reason));
    return this.#result;
  }

  #readHeads(): void {
    while (this.#message === undefined && this.#result === undefined) {
      const end = headEnd(this.#received, Math.max(0, this.#searched - 2));
      this.#searched = this.#received.length;
      const isTooLarge = this.#headBytes + (end < 0 ? this.#received.length : end) > maxHeadBytes;
      const foreign = this.#foreignStart(isTooLarge);
      if (foreign !== undefined) this.#result = notHttp(foreign);
      else if (isTooLarge)
        this.#result = failed('too-large', `The response has a head of more than ${maxHeadBytes} bytes.`);
      else if (end < 0) return;
      else this.#readHead(end);
    }
  }

  /** Returns how a response begins that is not HTTP/1, as soon as it has a line or is `over`. */
  #foreignStart(over: boolean): string | undefined {
    const line = this.#received.indexOf(10);
    if (line < 0 && !over) return undefined;
    const start = this.#received.toString('latin1', 0, line < 0 ? 16 : line).replace(/\r$/, '');
    return start.startsWith('HTTP/1.') ? undefined : start;
  }

  #readHead(end: number): void {
    const reading = readResponseHead(this.#received.toString('latin1', 0, end));
    const rest = this.#received.subarray(end);
    this.#received = Buffer.alloc(0);
    if (reading.kind === 'malformed') {
      this.#result = failed('malformed', `${reading.why}.`);
      return;
    }
    const { head } = reading;
    if (head.status === 101)
      this.#result = failed('malformed', 'The target switches protocols (101) although nobody asked for it.');
    else if (head.status >= 100 && head.status < 200) {
      this.#headBytes += end;
      this.#received = rest;
      this.#searched = 0;
    } else this.#beginBody(head, rest);
  }

  #beginBody(head: ResponseHead, rest: Buffer): void {
    const framing = responseFraming(head, this.#method);
    const limit = bodyLimit(head.status, this.#maxBodyBytes);
    const body = new BodyReader(framing.framing, {
      onContent: (piece) => this.#pieces.push(Buffer.from(piece)),
      limit,
    });
    this.#message = { head, body, framing };
    this.#readBody(rest);
  }

  #readBody(bytes: Buffer): void {
    if (this.#message === undefined) return;
    const { body, head } = this.#message;
    const end = body.push(bytes);
    if (body.tooLarge) this.#result = failed('too-large', tooLargeContent(head.status, this.#maxBodyBytes));
    else if (body.fault !== undefined) this.#result = this.#respond(body.fault);
    else if (body.complete) {
      this.#received = Buffer.concat([this.#received, bytes.subarray(end)]).subarray(0, maxSurplusBytes);
      if (this.#received.length === maxSurplusBytes) this.#result = this.#respond(undefined);
    }
  }

  /** Returns the response. `fault`: why its content is not complete. */
  #respond(fault: string | undefined): ReadResult {
    if (this.#message === undefined) return failed('malformed', 'The response has no head.');
    const { head, framing } = this.#message;
    const faults = [...head.faults, ...repeatedType(head), ...framing.faults];
    const surplus = this.#received;
    if (fault !== undefined) faults.push(fault);
    // Bytes after a 204 are its content, because the contract forbids a body there.
    else if (head.status === 204) this.#pieces.push(surplus);
    else if (surplus.length > 0) faults.push(`${formatBytes(surplus.length)} after the end of the response`);
    const damaged = framing.damaged || fault !== undefined;
    return { kind: 'response', head, content: Buffer.concat(this.#pieces), faults, damaged };
  }

  #withoutHead(end: EndReason): ReadFailure {
    const start = this.#received.toString('latin1', 0, 16);
    const isBeginning = 'HTTP/1.'.startsWith(start.slice(0, 7));
    if (!isBeginning) return notHttp(start);
    if (start === '' && end === 'closed')
      return failed('reset', 'The target closed the connection without a response.');
    if (start === '' && end === 'reset')
      return failed('reset', 'The target reset the connection without a response.');
    if (start === '') return failed('timeout', 'The target did not begin a response in time.');
    const reason = end === 'closed' ? 'malformed' : end === 'reset' ? 'reset' : 'timeout';
    return failed(reason, `The head of the response has no end: ${describeEnd(end)}.`);
  }
}

function notHttp(start: string): ReadFailure {
  const tls = start.charCodeAt(0) === 0x15 || start.charCodeAt(0) === 0x16;
  const hint = tls ? '; this looks like TLS, so the base address probably needs https' : '';
  const what = `The response begins with ${quoted(start)} instead of an HTTP/1 status line${hint}.`;
  return failed(tls ? 'https-port' : 'not-http', what);
}

function failed(reason: FailureReason, message: string): ReadFailure {
  return { kind: 'failed', reason, message };
}

function repeatedType(head: ResponseHead): string[] {
  return headerValues(head.rawHeaders, 'content-type').length > 1 ? ['Content-Type is repeated'] : [];
}

function formatBytes(count: number): string {
  return count >= maxSurplusBytes ? 'At least 64 KiB' : `${count} byte${count === 1 ? '' : 's'}`;
}
