import { type FailureReason, headerValues } from '../exchange.ts';
import { bodyLimit, tooLargeContent } from './body-limit.ts';
import { ByteQueue, type EndReason, type Reading } from './byte-queue.ts';
import { ByteSink } from './byte-sink.ts';
import { describeEnd, framingOf, readContent } from './content.ts';
import { type Head, maxHeadBytes, readHead } from './head.ts';

/** A response that was read to its end, or why none could be read. */
export type ReadResult =
  | {
      readonly kind: 'response';
      readonly head: Head;
      readonly content: Buffer;
      readonly faults: readonly string[];
      /** The content is cut short or wrongly framed. */
      readonly damaged: boolean;
    }
  | ReadFailure;

type ReadFailure = { readonly kind: 'failed'; readonly reason: FailureReason; readonly message: string };

const maxSurplusBytes = 64 * 1024;

/**
 * Reads one HTTP/1 response from the bytes that are pushed, strictly by RFC 9112. Skips interim
 * responses (1xx). After the response it keeps reading until the end, to find bytes that should not be there.
 */
export class ResponseReader {
  readonly #queue = new ByteQueue();
  readonly #method: string;
  readonly #reading: Reading<ReadResult>;
  #result: ReadResult | undefined;
  #complete = false;

  /**
   * Content beyond the `bodyLimit` fails the response with `too-large`. Content that equals `known` is returned as
   * that buffer. A response to HEAD has none.
   */
  constructor(
    maxBodyBytes: number,
    { known, method = 'GET' }: { readonly known?: Buffer | undefined; readonly method?: string } = {},
  ) {
    this.#method = method;
    this.#reading = this.#read(maxBodyBytes, new ByteSink(known));
    this.#advance();
  }

  /** Undefined until the response is read and no more bytes are expected. */
  get result(): ReadResult | undefined {
    return this.#result;
  }

  /** Whether the response is complete, so that only surplus bytes could still arrive. */
  get complete(): boolean {
    return this.#complete;
  }

  /** Reads the next bytes. Their memory can be reused afterwards. */
  push(bytes: Buffer): void {
    this.#queue.push(bytes);
    this.#advance();
    this.#queue.keep();
  }

  /** Ends the response because no more bytes arrive. */
  finish(reason: EndReason): ReadResult {
    this.#queue.finish(reason);
    this.#advance();
    return this.#result ?? failed('malformed', 'The response has no end.');
  }

  #advance(): void {
    if (this.#result !== undefined) return;
    const step = this.#reading.next();
    if (step.done === true) this.#result = step.value;
  }

  *#read(limit: number, sink: ByteSink): Reading<ReadResult> {
    const head = yield* this.#readFinalHead();
    if ('kind' in head) return head;
    const { framing, faults: framingFaults, damaged } = framingOf(head, this.#method);
    const faults = [...head.faults, ...repeatedType(head), ...framingFaults];
    const most = bodyLimit(head.status, limit);
    const content = yield* readContent(this.#queue, sink, framing, most);
    if (content.kind === 'too-large') return failed('too-large', tooLargeContent(head.status, limit));
    if (content.kind === 'damaged') {
      const all = [...faults, content.fault];
      return { kind: 'response', head, content: sink.toBuffer(), faults: all, damaged: true };
    }
    const surplus = yield* this.#readSurplus();
    // Bytes after a 204 are its content, because the contract forbids a body there.
    if (head.status === 204) sink.append(surplus);
    else if (surplus.length > 0) faults.push(`${formatBytes(surplus.length)} after the end of the response`);
    return { kind: 'response', head, content: sink.toBuffer(), faults, damaged };
  }

  *#readFinalHead(): Reading<Head | ReadFailure> {
    let left = maxHeadBytes;
    for (;;) {
      const result = yield* readHead(this.#queue, left);
      if (result.kind === 'too-large') return tooLarge(`a head of more than ${maxHeadBytes} bytes`);
      if (result.kind === 'ended') return withoutHead(this.#queue.end, result.started);
      if (result.kind !== 'head') return failed(result.kind, `${result.message}.`);
      const { head } = result;
      if (head.status === 101)
        return failed('malformed', 'The target switches protocols (101) although nobody asked for it.');
      if (head.status >= 200 || head.status < 100) return head;
      left -= result.bytes;
    }
  }

  *#readSurplus(): Reading<Buffer> {
    this.#complete = true;
    while (this.#queue.end === undefined && this.#queue.length < maxSurplusBytes) yield;
    return this.#queue.take(maxSurplusBytes);
  }
}

function withoutHead(end: EndReason | undefined, started: boolean): ReadFailure {
  if (!started && end === 'closed')
    return failed('reset', 'The target closed the connection without a response.');
  if (!started && end === 'reset')
    return failed('reset', 'The target reset the connection without a response.');
  if (!started) return failed('timeout', 'The target did not begin a response in time.');
  const reason = end === 'closed' ? 'malformed' : end === 'reset' ? 'reset' : 'timeout';
  return failed(reason, `The head of the response has no end: ${describeEnd(end)}.`);
}

function failed(reason: FailureReason, message: string): ReadFailure {
  return { kind: 'failed', reason, message };
}

function tooLarge(what: string): ReadFailure {
  return failed('too-large', `The response has ${what}.`);
}

function repeatedType(head: Head): string[] {
  return headerValues(head.rawHeaders, 'content-type').length > 1 ? ['Content-Type is repeated'] : [];
}

function formatBytes(count: number): string {
  return count >= maxSurplusBytes ? 'At least 64 KiB' : `${count} byte${count === 1 ? '' : 's'}`;
}
