/** The API keys of the environments of all processes, to hide them in what this one shows. */
export class SharedKeys {
  readonly #read: (since: string) => Promise<readonly unknown[]>;
  readonly #byName = new Map<string, readonly string[]>();
  #version: unknown;
  /** Another array after each change. */
  texts: readonly string[] = [];

  /** @param read returns the keys of the environments in which they changed since a version */
  constructor(read: (since: string) => Promise<readonly unknown[]>) {
    this.#read = read;
  }

  /** Learns the keys that other processes added, unless the store has the known version: before anything of a request is shown. */
  async catchUp(version: unknown): Promise<void> {
    if (version === this.#version) return;
    const [, now, count, changed] = await this.#read(`${this.#version ?? 0}`);
    for (const [name, keys] of changed as readonly (readonly [string, string])[])
      this.#byName.set(name, JSON.parse(keys));
    this.#version = now;
    this.texts = [...this.#byName.values()].flat();
    // Those of environments that were removed are forgotten when they are most.
    if (this.#byName.size <= 2 * Number(count) + 100) return;
    this.#byName.clear();
    this.#version = undefined;
    await this.catchUp(now);
  }
}
