import type { Clock } from '../../../clock.ts';
import type { ValkeyLink } from '../../orders/valkey/valkey-link.ts';
import { SharedCalls } from './shared-calls.ts';

/** The names of all environments of a shared store. An environment that ended may still be among them. */
export class Registry {
  readonly #link: ValkeyLink;
  readonly #machine: Clock;
  readonly #most: number;

  /** `most`: how many environments there may be. */
  constructor(link: ValkeyLink, machine: Clock, most: number) {
    this.#link = link;
    this.#machine = machine;
    this.#most = most;
  }

  /** The names, oldest first. */
  names(): Promise<readonly string[]> {
    return this.#link.members(this.#key);
  }

  /** Adds a name, in the place of one that has ended if there are too many. Returns false if none has. */
  async add(name: string): Promise<boolean> {
    if (await this.#enlist(name)) return true;
    for (const one of await this.names())
      if (!(await new SharedCalls(this.#link, one, this.#machine).exists())) await this.remove(one);
    return this.#enlist(name);
  }

  async remove(name: string): Promise<void> {
    await this.#link.call('delist', [this.#key], [name]);
  }

  get #key(): string {
    return `${this.#link.prefix}:environments`;
  }

  async #enlist(name: string): Promise<boolean> {
    const args = [`${this.#most}`, name, `${this.#machine.now()}`];
    const [outcome] = await this.#link.call('enlist', [this.#key], args);
    return outcome === 'ok';
  }
}
