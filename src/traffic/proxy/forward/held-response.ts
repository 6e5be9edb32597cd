import type { BodyTracker } from './body-tracker.ts';
import type { Replacement, WholeResponse } from './disturbance.ts';

/** The maximum number of bytes of a response that is held. A longer one is passed on as it is. */
export const maxHeldBytes: number = 16 * 1024 * 1024;

/** Changes a whole response. */
export type ChangeResponse = (response: WholeResponse, gone: AbortSignal) => Replacement;

/** A response that is not passed on before it is complete. */
export class HeldResponse {
  readonly #change: ChangeResponse;
  readonly #head: Omit<WholeResponse, 'content'>;
  readonly #body: BodyTracker;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(change: ChangeResponse, head: Omit<WholeResponse, 'content'>, body: BodyTracker) {
    this.#change = change;
    this.#head = head;
    this.#body = body;
  }

  /** Returns false if the response is too long to be held. */
  add(bytes: Buffer): boolean {
    this.#chunks.push(bytes);
    this.#bytes += bytes.length;
    return this.#bytes <= maxHeldBytes;
  }

  /** The bytes so far, as they were received. */
  received(): Buffer {
    return Buffer.concat(this.#chunks, this.#bytes);
  }

  /** Returns what the client receives, when the response is complete. */
  replacement(gone: AbortSignal): Replacement {
    const { kept = Buffer.alloc(0) } = this.#body.content();
    return this.#change({ ...this.#head, content: kept }, gone);
  }
}
