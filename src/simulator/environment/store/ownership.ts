import type { Environment, EnvironmentState } from '../environment.ts';
import { EnvironmentMoved, StoreUnavailable } from '../store-unavailable.ts';
import type { EnvironmentStore, SaveReply } from './environment-store.ts';
import { marksOf, recordOf } from './saved-state.ts';

type Waiting = PromiseWithResolvers<void>;

const moved = 'Another process serves this environment now; send the request again.';
const lost =
  'The store lost changes of this environment that were confirmed, for example in a failover. Reset it, or load a scenario.';

/**
 * The right of this process to serve an environment of a store. Requests run on its memory; before each response, `confirm` waits
 * for one reply of the store that was asked for after the request had run: to a save if something has changed since the last
 * one, else to a check of the token. One call confirms all that wait. If the store refuses it, the environment is forgotten.
 */
export class Ownership {
  readonly #token: string;
  readonly #store: EnvironmentStore;
  readonly #environment: Environment;
  readonly #endsAt: number | undefined;
  readonly #forget: () => void;
  #sequence: number;
  /** The marks of the state that the store has. */
  #marks: readonly unknown[];
  #initial: unknown;
  #waiting: Waiting[] = [];
  #isRunning = false;
  #isForgotten = false;
  /** The state of which the store lost changes, until it is replaced. */
  #lost: EnvironmentState | undefined;

  /** @param forget called when the environment is not this process's any more */
  constructor(
    store: EnvironmentStore,
    environment: Environment,
    claim: { readonly token: string; readonly sequence: number; readonly endsAt: number | undefined },
    forget: () => void,
  ) {
    this.#token = claim.token;
    this.#store = store;
    this.#environment = environment;
    this.#endsAt = claim.endsAt;
    this.#forget = forget;
    this.#sequence = claim.sequence;
    this.#marks = marksOf(environment.state);
    this.#initial = environment.state.initial;
  }

  /** Resolves when the store has what requests have seen and changed so far. Rejects with StoreUnavailable. */
  confirm(): Promise<void> {
    if (this.#isForgotten) return Promise.reject(new EnvironmentMoved(moved));
    const waiting = Promise.withResolvers<void>();
    this.#waiting.push(waiting);
    if (!this.#isRunning) void this.#run();
    return waiting.promise;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Requests of the same turn of the event loop wait for one call.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      if (this.#lost === this.#environment.state) rejectAll(batch, new StoreUnavailable(lost));
      else await this.#callFor(batch);
    }
    this.#isRunning = false;
  }

  async #callFor(batch: readonly Waiting[]): Promise<void> {
    const reply = await this.#save().catch((error: Error) => error);
    if (reply === 'ok') for (const { resolve } of batch) resolve();
    else if (reply === 'lost') {
      this.#lost = this.#environment.state;
      rejectAll(batch, new StoreUnavailable(lost));
    } else {
      // Without a reply, it is not known whether the store has the save.
      this.#isForgotten = true;
      this.#forget();
      const error = reply === 'refused' ? new EnvironmentMoved(moved) : reply;
      rejectAll([...batch, ...this.#waiting.splice(0)], error);
    }
  }

  /** Saves the state if it has changed, else checks the token. */
  async #save(): Promise<SaveReply> {
    const { name, state } = this.#environment;
    const marks = marksOf(state);
    // A state that replaces one of which changes were lost needs none of them.
    const before = this.#lost === undefined ? this.#sequence : undefined;
    if (marks.every((mark, at) => mark === this.#marks[at]))
      return this.#store.save(name, this.#token, { before, sequence: this.#sequence });
    const record = recordOf(this.#environment, this.#endsAt, state.initial !== this.#initial);
    this.#sequence += 1;
    const reply = await this.#store.save(name, this.#token, { before, sequence: this.#sequence }, record);
    if (reply !== 'ok') return reply;
    this.#marks = marks;
    this.#initial = state.initial;
    this.#lost = undefined;
    return reply;
  }
}

function rejectAll(batch: readonly Waiting[], error: Error): void {
  for (const { reject } of batch) reject(error);
}
