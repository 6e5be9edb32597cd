import type { Environment, EnvironmentState } from '../environment.ts';
import { EnvironmentMoved, StoreUnavailable } from '../store-unavailable.ts';
import type { EnvironmentStore, Ownership } from './environment-store.ts';
import { marksOf, recordOf } from './saved-state.ts';

const lostChanges =
  'The store lost changes of this environment that were confirmed, for example in a failover. Reset it, or load a scenario.';

/**
 * Returns the `confirm` of an environment that this process owns. Requests run on its memory; before each response, `confirm` waits
 * for one reply of the store that was asked for after the request had run: to a save if something has changed since the last
 * one, else to a check of the token. One call confirms all that wait. If the store refuses it, the environment is forgotten.
 *
 * @param forget called when the environment is not this process's any more
 */
export function createConfirm(
  store: EnvironmentStore,
  environment: Environment,
  ownership: Ownership,
  forget: () => void,
): () => Promise<void> {
  const save = createSave(store, environment, ownership);
  const waiting: PromiseWithResolvers<void>[] = [];
  let isRunning = false;
  let isForgotten = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    // Requests of the same turn of the event loop wait for one call.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.splice(0);
      const reply = await save().catch((error: Error) => error);
      if (reply instanceof Error) {
        // Without a reply, it is not known whether the store has the save.
        isForgotten = true;
        forget();
        batch.push(...waiting.splice(0));
      }
      const error = reply === 'lost' ? new StoreUnavailable(lostChanges) : reply;
      for (const { resolve, reject } of batch) error === 'ok' ? resolve() : reject(error);
    }
    isRunning = false;
  };
  return () => {
    if (isForgotten) return Promise.reject(new EnvironmentMoved());
    const one = Promise.withResolvers<void>();
    waiting.push(one);
    if (!isRunning) void run();
    return one.promise;
  };
}

/** Returns a function that saves the state if it has changed, else checks the token. */
function createSave(
  store: EnvironmentStore,
  environment: Environment,
  { token, sequence: first }: Ownership,
): () => Promise<'ok' | 'lost'> {
  let sequence = first;
  /** The marks of the state that the store has. */
  let saved = marksOf(environment.state);
  /** The state of which the store lost changes, until it is replaced. */
  let lost: EnvironmentState | undefined;
  return async () => {
    const { name, state } = environment;
    if (state === lost) return 'lost';
    const marks = marksOf(state);
    const hasChanged = marks.some((mark, at) => mark !== saved[at]);
    // A state that replaces one of which changes were lost needs none of them.
    const before = lost === undefined ? sequence : undefined;
    if (hasChanged) sequence += 1;
    const record = hasChanged ? recordOf(environment, state.initial !== saved[0].initial) : undefined;
    const reply = await store.save(name, token, { before, sequence }, record);
    if (reply === 'ok') saved = marks;
    lost = reply === 'lost' ? state : undefined;
    return reply;
  };
}
