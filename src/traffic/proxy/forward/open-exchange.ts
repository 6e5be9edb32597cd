import { BodyReader } from '../../../contract/http1/body-reader.ts';
import { type Framing, responseFraming } from '../../../contract/http1/framing.ts';
import {
  headEnd,
  type RequestHead,
  type ResponseHead,
  readResponseHead,
} from '../../../contract/http1/head.ts';
import type { ForwardedContent, ForwardedOutcome, ProxiedExchange } from '../proxied-exchange.ts';
import type { ChangeResponse, Disturbance, Replacement, WholeResponse } from './disturbance.ts';
import { maxHeadBytes } from './request.ts';

export type ExchangeStart = {
  readonly number: number;
  readonly startedAt: number;
  readonly keepBytes: number;
};

/** Why the upstream did not respond. */
export type UpstreamFailure = Extract<ForwardedOutcome, { kind: 'upstream-failed' }>;

/** Bytes of a response. `end`: those before it can be passed on. `broken`: why the response cannot continue. */
export type ResponseProgress = { readonly end: number; readonly broken?: string };

/** The maximum number of bytes of a response that is held. A longer one is passed on as it is. */
const maxHeldBytes = 16 * 1024 * 1024;

/** A body that passes, of which a copy is kept if it is short enough. */
class PassingBody {
  readonly reader: BodyReader;
  readonly #keepBytes: number;
  #kept: Buffer[] | undefined = [];
  #bytes = 0;

  constructor(framing: Framing, keepBytes: number, strict: boolean) {
    this.#keepBytes = keepBytes;
    this.reader = new BodyReader(framing, { onContent: (piece) => this.add(piece), strict });
  }

  add(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes > this.#keepBytes) this.#kept = undefined;
    else this.#kept?.push(piece);
  }

  content(): ForwardedContent {
    const kept = this.#kept?.length === 1 ? this.#kept[0] : this.#kept && Buffer.concat(this.#kept);
    return { bytes: this.#bytes, kept, complete: this.reader.complete };
  }
}

/** A response that is not passed on before it is complete. */
type Held = {
  readonly change: ChangeResponse;
  readonly head: Omit<WholeResponse, 'content'>;
  readonly chunks: Buffer[];
  bytes: number;
};

export class OpenExchange {
  readonly request: RequestHead;
  /** Whether the client closed its side, so that a missing response is not the fault of the upstream. */
  clientEnded = false;
  /** What happens to it on purpose, if anything. */
  readonly disturbance: Disturbance | undefined;
  /** `waiting`: the request does not leave yet. `replacing`: the client receives something else than the response. */
  phase: 'waiting' | 'forwarding' | 'replacing' | 'replaced' = 'forwarding';
  readonly #start: ExchangeStart;
  readonly #requestBody: PassingBody;
  #response: { readonly head: ResponseHead; readonly body: PassingBody } | undefined;
  #held: Held | undefined;

  constructor(request: RequestHead, framing: Framing, start: ExchangeStart, disturbance?: Disturbance) {
    this.request = request;
    this.#requestBody = new PassingBody(framing, start.keepBytes, true);
    this.#start = start;
    this.disturbance = disturbance;
  }

  get requestBody(): BodyReader {
    return this.#requestBody.reader;
  }

  /** Whether the head of the response has arrived; heads of interim responses do not count. */
  get responding(): boolean {
    return this.#response !== undefined;
  }

  get responded(): boolean {
    return this.#response?.body.reader.complete === true;
  }

  get done(): boolean {
    const over = this.phase === 'forwarding' ? this.responded : this.phase === 'replaced';
    return this.requestBody.complete && over;
  }

  /** Whether the response is held until it is complete. */
  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  /** Reads bytes of the upstream; those that were not passed on come again with the next ones. */
  readResponse(bytes: Buffer): ResponseProgress {
    let at = 0;
    while (this.#response === undefined) {
      const end = headEnd(bytes, at);
      if ((end < 0 ? bytes.length : end) - at > maxHeadBytes)
        return { end: at, broken: `The head of its response has more than ${maxHeadBytes} bytes.` };
      if (end < 0) return { end: at };
      const broken = this.#readHead(bytes.toString('latin1', at, end));
      if (broken !== undefined) return { end: at, broken: `Its response is malformed: ${broken}.` };
      at = end;
    }
    const { reader } = this.#response.body;
    const end = reader.push(bytes, at);
    return reader.fault === undefined
      ? { end }
      : { end, broken: `Its response is malformed: ${reader.fault}.` };
  }

  /** Bytes behind the response. After a 204 they are its content, because a judge looks for it there. */
  addSurplus(bytes: Buffer): void {
    if (this.#response?.head.status === 204) this.#response.body.add(bytes);
  }

  endResponse(): void {
    this.#response?.body.reader.end('closed');
  }

  /** Holds bytes of the response. Returns false if it is too long. */
  hold(bytes: Buffer): boolean {
    const held = this.#held;
    if (held === undefined) return false;
    held.chunks.push(bytes);
    held.bytes += bytes.length;
    return held.bytes <= maxHeldBytes;
  }

  /** Passes the response on from here. Returns what was held of it. */
  release(): Buffer {
    const chunks = this.#held?.chunks ?? [];
    this.#held = undefined;
    return Buffer.concat(chunks);
  }

  /** Returns what the client receives instead of the held response, when that is complete. */
  replacement(gone: AbortSignal): Replacement | undefined {
    if (!this.responded) return undefined;
    const { kept = Buffer.alloc(0) } = this.#response?.body.content() ?? {};
    return this.#held?.change({ ...this.#held.head, content: kept }, gone);
  }

  describe(now: number, failure?: UpstreamFailure): ProxiedExchange {
    const { number, startedAt } = this.#start;
    const { method, target, rawHeaders } = this.request;
    return {
      number,
      startedAt,
      durationMs: now - startedAt,
      request: { method, target, rawHeaders, content: this.#requestBody.content() },
      outcome: failure ?? this.#outcome(),
      injected: this.disturbance?.did ?? [],
    };
  }

  /** Returns why a response cannot be passed on. */
  #readHead(headText: string): string | undefined {
    const reading = readResponseHead(headText);
    if (reading.kind === 'malformed') return reading.why;
    const { head } = reading;
    if (head.status === 101) return 'it switches protocols, which was not asked for';
    if (head.status < 200) return undefined;
    const { framing, damaged, faults } = responseFraming(head, this.request.method);
    if (damaged) return faults.join('; ');
    const change = this.disturbance?.after(head);
    const keepBytes = Math.max(this.#start.keepBytes, change === undefined ? 0 : maxHeldBytes);
    this.#response = { head, body: new PassingBody(framing, keepBytes, false) };
    if (change !== undefined)
      this.#held = { change, head: { headText, framing: framing.kind }, chunks: [], bytes: 0 };
    return undefined;
  }

  #outcome(): ForwardedOutcome {
    if (this.#response === undefined) return { kind: 'client-left' };
    const { head, body } = this.#response;
    const { statusLine, status, rawHeaders } = head;
    return { kind: 'responded', response: { statusLine, status, rawHeaders, content: body.content() } };
  }
}
