import { createCipheriv } from 'node:crypto';

const blockBytes = 64 * 1024;
const zeros = Buffer.alloc(blockBytes);
const range = 2 ** 32;

/**
 * Random numbers from a key: the key stream of AES-256 in counter mode. The same key gives the same numbers; without the
 * key nobody can tell what a number was drawn for.
 */
export class KeyStream {
  readonly #cipher: ReturnType<typeof createCipheriv>;
  #block: Buffer = Buffer.alloc(0);
  #at = 0;

  /** @param key 32 bytes */
  constructor(key: Buffer) {
    this.#cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  }

  /** Returns a whole number from 0 to 2^32 - 1. */
  next(): number {
    if (this.#at === this.#block.length) {
      this.#block = this.#cipher.update(zeros);
      this.#at = 0;
    }
    const value = this.#block.readUInt32LE(this.#at);
    this.#at += 4;
    return value;
  }

  /** Returns random bytes. */
  bytes(length: number): Buffer {
    return this.#cipher.update(Buffer.alloc(length));
  }

  /** Returns a whole number from 0 to `count - 1`, each with the same probability. `count`: at most 2^32. */
  below(count: number): number {
    const fair = range - (range % count);
    for (;;) {
      const value = this.next();
      if (value < fair) return value % count;
    }
  }
}
