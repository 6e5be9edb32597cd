import { ByteQueue, type EndReason, type Reading } from './byte-queue.ts';
import { ByteSink } from './byte-sink.ts';
import { endInWords, readContent } from './content-reader.ts';
import type { FailureReason } from './exchange.ts';
import { framingOf, headerValues } from './framing.ts';
import { type Head, maxHeadBytes, readHead } from './head.ts';

/** An answer read to its end, or why none could be read. */
export type ReadMessage =
  | {
      readonly kind: 'message';
      readonly head: Head;
      readonly content: Buffer;
      readonly faults: readonly string[];
      /** The content is cut short or its framing wrong. */
      readonly damaged: boolean;
    }
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly message: string };

const maxSurplusBytes = 64 * 1024;

/**
 * Reads one HTTP/1 answer to GET or DELETE out of the bytes that are pushed, strictly by RFC 9112. Interim answers
 * (1xx) are skipped. After the message it goes on reading until the end, to see bytes that should not be there.
 */
export class MessageReader {
  readonly #queue = new ByteQueue();
  readonly #reading: Reading<ReadMessage>;
  #result: ReadMessage | undefined;
  #complete = false;

  /**
   * `maxBodyBytes`: more content fails the message with `too-large`. `known`: content that may come again, and is given
   * back itself then.
   */
  constructor(maxBodyBytes: number, known?: Buffer) {
    this.#reading = this.#read(maxBodyBytes, new ByteSink(known));
    this.#advance();
  }

  /** Undefined until the message has been read and no more bytes are waited for. */
  get result(): ReadMessage | undefined {
    return this.#result;
  }

  /** Whether the message is whole and only bytes that should not be there could still come. */
  get complete(): boolean {
    return this.#complete;
  }

  /** Takes the next bytes in; their memory may be used anew afterwards. */
  push(bytes: Buffer): void {
    this.#queue.push(bytes);
    this.#advance();
    this.#queue.keep();
  }

  /** Tells that no more bytes come, and why; there is a result afterwards. */
  finish(reason: EndReason): ReadMessage {
    this.#queue.finish(reason);
    this.#advance();
    return this.#result ?? { kind: 'failed', reason: 'malformed', message: 'The answer has no end.' };
  }

  #advance(): void {
    if (this.#result !== undefined) return;
    const step = this.#reading.next();
    if (step.done === true) this.#result = step.value;
  }

  *#read(limit: number, sink: ByteSink): Reading<ReadMessage> {
    const found = yield* this.#readFinalHead();
    if ('kind' in found) return found;
    const { framing, faults: framingFaults, damaged } = framingOf(found);
    const faults = [...found.faults, ...repeatedType(found), ...framingFaults];
    const content = yield* readContent(this.#queue, sink, framing, limit);
    if (content.kind === 'too-large') return tooLarge(`content of more than ${limit} bytes`);
    if (content.kind === 'damaged') {
      const all = [...faults, content.fault];
      return { kind: 'message', head: found, content: sink.toBuffer(), faults: all, damaged: true };
    }
    const surplus = yield* this.#readSurplus();
    // What follows a 204 is shown as its content: to the contract it is a body where none may be.
    if (found.status === 204) sink.append(surplus);
    else if (surplus.length > 0) faults.push(`${inBytes(surplus.length)} came after the end of the answer`);
    return { kind: 'message', head: found, content: sink.toBuffer(), faults, damaged };
  }

  *#readFinalHead(): Reading<Head | (ReadMessage & { kind: 'failed' })> {
    let left = maxHeadBytes;
    for (;;) {
      const result = yield* readHead(this.#queue, left);
      if (result.kind === 'too-large') return tooLarge(`a head of more than ${maxHeadBytes} bytes`);
      if (result.kind === 'malformed') return failed('malformed', `${result.message}.`);
      if (result.kind === 'ended') return unanswered(this.#queue.end, result.started);
      const { head } = result;
      if (head.status === 101)
        return failed('malformed', 'The target switches protocols (101) without being asked.');
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

function unanswered(end: EndReason | undefined, started: boolean): ReadMessage & { kind: 'failed' } {
  if (!started && end === 'closed')
    return failed('reset', 'The target closed the connection without an answer.');
  if (!started && end === 'reset')
    return failed('reset', 'The target reset the connection without an answer.');
  if (!started) return failed('timeout', 'The target did not begin an answer in time.');
  const reason = end === 'closed' ? 'malformed' : end === 'reset' ? 'reset' : 'timeout';
  return failed(reason, `The answer has no end of its head: ${endInWords(end)}.`);
}

function failed(reason: FailureReason, message: string): ReadMessage & { kind: 'failed' } {
  return { kind: 'failed', reason, message };
}

function tooLarge(what: string): ReadMessage & { kind: 'failed' } {
  return failed('too-large', `The answer has ${what}.`);
}

function repeatedType(head: Head): string[] {
  return headerValues(head.rawHeaders, 'content-type').length > 1
    ? ['Content-Type stands more than once']
    : [];
}

function inBytes(count: number): string {
  return count >= maxSurplusBytes ? 'At least 64 KiB' : `${count} byte${count === 1 ? '' : 's'}`;
}
