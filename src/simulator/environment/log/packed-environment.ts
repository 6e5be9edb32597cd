import { createState, type EnvironmentSettings, type EnvironmentState } from '../environment.ts';
import type { InitialState } from '../initial-state.ts';
import type { StoredLog } from './log-store.ts';
import { pack, unpack } from './packed.ts';
import { packState, unpackInitial, unpackState } from './packed-state.ts';

/** The settings of an environment that are in the store with its state. */
type StoredSettings = Pick<EnvironmentSettings, 'apiKeys' | 'seed' | 'profile' | 'gaps' | 'choosers'>;

export function packEnvironment(settings: EnvironmentSettings, state: EnvironmentState): string {
  const { apiKeys, seed, profile, gaps, choosers } = settings;
  const stored: StoredSettings = { apiKeys, seed, profile, gaps, ...(choosers && { choosers }) };
  return pack({ settings: stored, state: packState(state) });
}

export function settingsIn(text: string): StoredSettings {
  return (unpack(text) as { readonly settings: StoredSettings }).settings;
}

/** The initial states that were read, which environments share. */
export class ReadInitials {
  readonly #byHash = new Map<string, WeakRef<InitialState>>();

  /**
   * Creates the state of a snapshot.
   *
   * @param current the initial state of which the hash was sent, so that the store left out its text
   */
  stateOf(
    settings: EnvironmentSettings,
    { text, initial: { hash, text: initialText } }: StoredLog,
    current?: InitialState,
  ): EnvironmentState {
    const known = initialText === undefined ? current : this.#byHash.get(hash)?.deref();
    const initial = known ?? unpackInitial(initialText ?? '', hash);
    this.#byHash.set(hash, new WeakRef(initial));
    for (const [other, ref] of this.#byHash) if (ref.deref() === undefined) this.#byHash.delete(other);
    const { state } = unpack(text) as { readonly state: string };
    return unpackState(state, initial, (from, orders) => createState(settings, from, orders));
  }
}
