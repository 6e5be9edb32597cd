import type { Framing } from '../../../contract/http1/content.ts';
import type { ForwardedOutcome, ProxiedExchange } from '../proxied-exchange.ts';
import { BodyTracker } from './body-tracker.ts';
import type { Disturbance } from './disturbance.ts';
import { responseFraming } from './framing.ts';
import { HeldResponse, maxHeldBytes } from './held-response.ts';
import {
  maxHeadBytes,
  type RequestHead,
  type ResponseHead,
  readResponseHead,
  responseHeadEnd,
} from './message-head.ts';

/** Where an exchange began. */
export type ExchangeStart = {
  readonly number: number;
  readonly startedAt: number;
  readonly keepBytes: number;
};

/** Why the upstream did not respond. */
export type UpstreamFailure = Extract<ForwardedOutcome, { kind: 'upstream-failed' }>;

/** Bytes of a response. `end`: those before it can be passed on. `broken`: why the response cannot continue. */
export type ResponseProgress = { readonly end: number; readonly broken?: string };

type Response = { readonly head: ResponseHead; readonly body: BodyTracker };

/** An exchange that is being forwarded. */
export class OpenExchange {
  readonly request: RequestHead;
  readonly requestBody: BodyTracker;
  /** Whether the client closed its side, so that a missing response is not the fault of the upstream. */
  clientEnded = false;
  /** What happens to it on purpose, if anything. */
  readonly disturbance: Disturbance | undefined;
  /** `waiting`: the request does not leave yet. `replacing`: the client receives something else than the response. */
  phase: 'waiting' | 'forwarding' | 'replacing' | 'replaced' = 'forwarding';
  readonly #start: ExchangeStart;
  #response: Response | undefined;
  #held: HeldResponse | undefined;

  constructor(request: RequestHead, framing: Framing, start: ExchangeStart, disturbance?: Disturbance) {
    this.request = request;
    this.requestBody = new BodyTracker(framing, start.keepBytes);
    this.#start = start;
    this.disturbance = disturbance;
  }

  /** Whether the head of the response has arrived; heads of interim responses do not count. */
  get responding(): boolean {
    return this.#response !== undefined;
  }

  get responded(): boolean {
    return this.#response?.body.done === true;
  }

  get done(): boolean {
    const over = this.phase === 'forwarding' ? this.responded : this.phase === 'replaced';
    return this.requestBody.done && over;
  }

  /** The response, while it is held until it is complete. */
  get held(): HeldResponse | undefined {
    return this.#held;
  }

  /** Reads bytes of the upstream; those that were not passed on come again with the next ones. */
  readResponse(bytes: Buffer): ResponseProgress {
    let at = 0;
    while (this.#response === undefined) {
      const end = responseHeadEnd(bytes, at);
      if ((end < 0 ? bytes.length : end) - at > maxHeadBytes)
        return { end: at, broken: `The head of its response has more than ${maxHeadBytes} bytes.` };
      if (end < 0) return { end: at };
      const broken = this.#readHead(bytes.toString('latin1', at, end));
      if (broken !== undefined) return { end: at, broken: `Its response is malformed: ${broken}.` };
      at = end;
    }
    const { body } = this.#response;
    const end = body.push(bytes, at);
    return body.fault === undefined ? { end } : { end, broken: `Its response is malformed: ${body.fault}.` };
  }

  /** Bytes behind the response. After a 204 they are its content, because a judge looks for it there. */
  addSurplus(bytes: Buffer): void {
    if (this.#response?.head.status === 204) this.#response.body.addSurplus(bytes);
  }

  /** The upstream closed its side. */
  endResponse(): void {
    this.#response?.body.end();
  }

  /** Passes the response on from here. Returns what was held of it. */
  releaseResponse(): Buffer | undefined {
    const bytes = this.#held?.received();
    this.#held = undefined;
    return bytes;
  }

  /** Describes the exchange as it is now. */
  describe(now: number, failure?: UpstreamFailure): ProxiedExchange {
    const { number, startedAt } = this.#start;
    const { method, target, rawHeaders } = this.request;
    return {
      number,
      startedAt,
      durationMs: now - startedAt,
      request: { method, target, rawHeaders, content: this.requestBody.content() },
      outcome: failure ?? this.#outcome(),
      injected: this.disturbance?.did ?? [],
    };
  }

  #readHead(text: string): string | undefined {
    const reading = readResponseHead(text);
    if (reading.kind === 'malformed') return reading.why;
    const { head } = reading;
    if (head.status === 101) return 'it switches protocols, which was not asked for';
    if (head.status < 200) return undefined;
    const framing = responseFraming(head, this.request.method);
    if (framing.kind === 'malformed') return framing.why;
    const change = this.disturbance?.after(head);
    const keepBytes = Math.max(this.#start.keepBytes, change === undefined ? 0 : maxHeldBytes);
    const body = new BodyTracker(framing, keepBytes);
    this.#response = { head, body };
    if (change !== undefined)
      this.#held = new HeldResponse(change, { headText: text, framing: framing.kind }, body);
    return undefined;
  }

  #outcome(): ForwardedOutcome {
    if (this.#response === undefined) return { kind: 'client-left' };
    const { head, body } = this.#response;
    const { statusLine, status, rawHeaders } = head;
    return { kind: 'responded', response: { statusLine, status, rawHeaders, content: body.content() } };
  }
}
