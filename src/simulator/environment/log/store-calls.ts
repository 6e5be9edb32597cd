import type { Clock } from '../../../clock.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import type { PackedInitial } from './pack.ts';
import { hashes, scripts } from './scripts.ts';
import type { StoreClient } from './stored-table.ts';

/** An environment in the store. Its key differs from that of an earlier environment of the same name. */
export type LogPlace = {
  readonly name: string;
  readonly key: string;
  /** The id of the store: another one once all its data was lost. */
  readonly store: string;
};

/** A state that an entry begins with. `keys`: the API keys, in JSON. */
export type NewState = { readonly text: string; readonly initial: PackedInitial; readonly keys: string };

/** What an entry says beside its changes: a new state, or only other keys. */
export type AppendedState = NewState | Pick<NewState, 'keys'>;

/** How long a request waits for the store. */
export const storeDeadlineMs = 1_000;
const retryMs = 20;

type Reply = readonly [string, ...unknown[]];

/** Replies after which a response is written. */
const confirmed: readonly string[] = ['ok', 'created', 'replaced', 'removed'];
/** Replies to a call that is repeated, which do not say whether it was made before. */
const unknown: readonly string[] = ['reload', 'gone', 'lost', 'unknown'];
/** In the error of a client without a connection. */
const notSent = "Stream isn't writeable";

export type CallOptions = {
  readonly redis: StoreClient;
  /** Begins the name of every key. */
  readonly keys: string;
  readonly machine: Clock;
  /** How many replicas must have a change. */
  readonly wait: number;
};

/** Calls of the store, which are repeated while it does not respond. */
export class StoreCalls {
  readonly #options: CallOptions;
  deadlineMs = 10 * storeDeadlineMs;

  constructor(options: CallOptions) {
    this.#options = options;
  }

  /**
   * Calls a function of the store. Sends the text of an initial state only to a store that does not have it.
   *
   * @param changes whether it must not be made twice
   */
  async run(
    name: keyof typeof scripts,
    place: LogPlace,
    args: readonly string[],
    appended?: AppendedState,
    changes = false,
  ): Promise<Reply> {
    const { keys } = this.#options;
    const wait = ['read', 'snapshot', 'keys'].includes(name) ? 0 : this.#options.wait;
    const state = appended !== undefined && 'text' in appended ? appended : undefined;
    let isRepeated = false;
    const run = (initial: string) =>
      this.within((unsure) => {
        isRepeated ||= unsure;
        const ofState = [state?.text ?? '', state?.initial.hash ?? '', initial];
        const how = [appended?.keys ?? '', isRepeated ? '1' : '', wait > 0 ? '1' : ''];
        const at = [`${keys}id`, place.store, place.name, place.key];
        const given = ['1', ...at, ...args, ...ofState, ...how];
        return this.replicated(wait, 'EVALSHA', hashes[name] ?? '', ...given).catch((error: Error) => {
          if (!error.message.startsWith('NOSCRIPT')) throw error;
          return this.replicated(wait, 'EVAL', scripts[name], ...given);
        });
      });
    let [reply, reached] = await run('');
    if (reply[0] === 'initial') [reply, reached] = await run(state?.initial.text() ?? '');
    if (confirmed.includes(reply[0]) && reached < wait)
      throw new StoreUnavailable(`fewer than ${wait} replicas have the change`);
    if (changes && isRepeated && unknown.includes(reply[0]))
      throw new StoreUnavailable('it is not known whether the store made the change');
    return reply;
  }

  /** Makes a call. Resolves to its reply, and to how many replicas have what its connection wrote. */
  async replicated(wait: number, command: string, ...args: readonly string[]): Promise<[Reply, number]> {
    const { redis } = this.#options;
    const reply = redis.call(command, ...args);
    if (wait === 0) return [(await reply) as Reply, 0];
    // On the same connection: another one may lead to another primary.
    const reached = redis.call('WAIT', `${wait}`, `${storeDeadlineMs / 4}`);
    return (await Promise.all([reply, reached])) as [Reply, number];
  }

  /** Repeats a call until the deadline, with whether an earlier one may have reached the store. */
  async within<T>(call: (unsure: boolean) => Promise<T>): Promise<T> {
    const { redis, machine } = this.#options;
    const deadline = machine.now() + this.deadlineMs;
    for (let unsure = false; ; ) {
      try {
        return await call(unsure);
      } catch (error) {
        unsure ||= !`${error}`.includes(notSent);
        // A connection that does not respond is not used for the next call.
        if (error instanceof Error && error.message === 'Command timed out') redis.disconnect(true);
        if (machine.now() + retryMs >= deadline)
          throw new StoreUnavailable('the store does not respond', { cause: error });
        await machine.sleep(retryMs);
      }
    }
  }
}
