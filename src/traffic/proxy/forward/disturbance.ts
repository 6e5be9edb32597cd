import type { RequestHead, ResponseHead } from '../../../contract/http1/head.ts';

/** What a client receives instead of the response, or as it. */
export type Replacement = {
  /** The pieces of bytes, with waits between them. */
  readonly pieces: AsyncIterable<Buffer>;
  /** What happens to the connection after them. */
  readonly finally: 'keep' | 'close' | 'reset';
};

export type WholeResponse = {
  /** With the empty line, and a character for each byte. */
  readonly headText: string;
  readonly content: Buffer;
  readonly framing: 'none' | 'length' | 'chunked' | 'close';
};

export type ChangeResponse = (response: WholeResponse, gone: AbortSignal) => Replacement;

/** What happens to an exchange on purpose. The methods are called at most once each, in this order. */
export interface Disturbance {
  /** What was done so far, as phrases for the report. */
  readonly did: readonly string[];
  /** Called before the request leaves. If it returns a replacement, the request does not leave. */
  before(gone: AbortSignal): Promise<Replacement | undefined>;
  /**
   * Called when the head of the response has arrived. Returns undefined if the response passes as it is; otherwise the
   * response is held until it is complete.
   */
  after(head: ResponseHead): ChangeResponse | undefined;
}

/** Returns what happens to the exchange of a request; undefined for nothing. */
export type Disturb = (request: RequestHead) => Disturbance | undefined;
