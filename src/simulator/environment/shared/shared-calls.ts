import type { Clock } from '../../../clock.ts';
import { StateReplaced, StoreFailure } from '../../orders/store-failure.ts';
import { type FunctionName, maxPutBytes } from '../../orders/valkey/functions.ts';
import type { Argument, Reply, ValkeyLink } from '../../orders/valkey/valkey-link.ts';

/** The parts of the names of keys, in the order in which functions expect them. */
const parts = ['meta', 'status', 'log', 'journal', 'bodies', 'scenario'] as const;

/** The calls of one environment. */
export class SharedCalls {
  readonly link: ValkeyLink;
  readonly #name: string;
  readonly #machine: Clock;
  readonly #keys: readonly string[];

  constructor(link: ValkeyLink, name: string, machine: Clock) {
    this.link = link;
    this.#name = name;
    this.#machine = machine;
    this.#keys = parts.map((part) => `${link.prefix}:{${name}}:${part}`);
  }

  /**
   * Calls a function in one epoch. Throws StateReplaced if the environment was reset or removed, and a StoreFailure `lost` if
   * the server is not the one that the epoch began with, or `full` if it has no room for an order.
   */
  async call(name: FunctionName, epoch: string, args: readonly Argument[]): Promise<readonly Reply[]> {
    const reply = await this.link.call(name, this.#keys, this.#with(epoch, args));
    if (reply[0] === 'gone' || reply[0] === 'moved') throw new StateReplaced();
    if (reply[0] === 'full') throw full(this.#name);
    return this.#notLost(reply);
  }

  /** Reads everything about the environment, with the scenario as bytes. */
  async open(): Promise<readonly Reply[]> {
    const reply = await this.link.callForBytes('open', this.#keys, this.#with('', []));
    return this.#notLost([String(reply[0]), ...reply.slice(1)]);
  }

  /** Calls a function that needs no epoch. */
  async callAny(name: 'load' | 'remove', args: readonly Argument[]): Promise<string> {
    const [outcome] = await this.link.call(name, this.#keys, this.#with('', args));
    return String(outcome);
  }

  /** Whether the environment exists, in whatever epoch. */
  async exists(): Promise<boolean> {
    const [outcome] = await this.link.call('journal', this.#keys, this.#with('', ['0']));
    return outcome !== 'gone';
  }

  #with(epoch: string, args: readonly Argument[]): readonly Argument[] {
    return [epoch, `${this.#machine.now()}`, ...args];
  }

  #notLost(reply: readonly Reply[]): readonly Reply[] {
    if (reply[0] === 'lost') throw lost(this.#name);
    return reply;
  }
}

/** The failure of an environment whose server was replaced. */
export function lost(name: string): StoreFailure {
  return new StoreFailure(
    'lost',
    `The shared store was restarted, replaced or emptied, so that writes to ${name} may be lost; reset it with POST /environments/${name}/reset.`,
  );
}

function full(name: string): StoreFailure {
  return new StoreFailure(
    'full',
    `There is no room for more: the ${maxPutBytes / 1024 / 1024} MiB that the shared store has for the orders that were put into ${name} are in use; reset it with POST /environments/${name}/reset.`,
  );
}

/** Reads a reply as texts. */
export function texts(reply: Reply | undefined): readonly string[] {
  return Array.isArray(reply) ? reply.map(String) : [];
}
