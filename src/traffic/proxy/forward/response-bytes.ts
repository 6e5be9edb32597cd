import { headEnd } from '../../../contract/http1/head.ts';
import { readResponseHead } from './response-head.ts';

/** The maximum number of bytes of a head. Services have smaller limits, which are theirs to apply. */
export const maxHeadBytes: number = 64 * 1024;

/** Keeps what the upstream sends in one exchange, at most so many bytes of content. */
export class ResponseBytes {
  readonly #most: number;
  #chunks: Buffer[] = [];
  #length = 0;
  isLong = false;

  constructor(keepBytes: number) {
    this.#most = keepBytes + maxHeadBytes;
  }

  readonly add = (bytes: Buffer): void => {
    if (this.isLong) return;
    this.#chunks.push(bytes);
    this.#length += bytes.length;
    if (this.#length <= this.#most) return;
    this.isLong = true;
    // Its head is judged.
    this.#chunks = [Buffer.from(Buffer.concat(this.#chunks).subarray(0, maxHeadBytes))];
  };

  bytes(): Buffer {
    return this.#chunks.length === 1 && this.#chunks[0] !== undefined
      ? this.#chunks[0]
      : Buffer.concat(this.#chunks);
  }
}

/** Returns the head of a response and where its content begins, behind interim responses; undefined if it cannot be read. */
export function findHead(bytes: Buffer) {
  for (let at = 0; ; ) {
    const end = headEnd(bytes, at);
    const head = end < 0 ? undefined : readResponseHead(bytes.toString('latin1', at, end));
    if (head === undefined || head.status === 101) return undefined;
    if (head.status >= 200) return { head, end };
    at = end;
  }
}
