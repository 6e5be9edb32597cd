/** Keeps values up to a sum of bytes, and drops the least recently used ones. A value that is larger is not kept. */
export class ListCache<Value extends { readonly length: number }> {
  readonly #most: number;
  /** The least recently used first. */
  readonly #values = new Map<string, Value>();
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return value;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  add(key: string, value: Value): Value {
    if (weigh(value) > this.#most) return value;
    this.#values.set(key, value);
    this.#bytes += weigh(value);
    for (const [oldest, dropped] of this.#values) {
      if (this.#bytes <= this.#most) break;
      this.#values.delete(oldest);
      this.#bytes -= weigh(dropped);
    }
    return value;
  }
}

/** With the key, the text of a small value, and its compressed form. */
function weigh({ length }: { readonly length: number }): number {
  return 512 + length + length / 4;
}
