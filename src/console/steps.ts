import { createStore, type Store } from './store.ts';

/** An action that the user took, as a command that repeats it. */
export type Step = { readonly at: Date; readonly title: string; readonly curl: string };

/** The actions since the page was loaded, oldest first. */
export type Steps = { readonly taken: Store<readonly Step[]>; add(step: Step): void };

/** Creates an empty list of steps. */
export function createSteps(): Steps {
  const taken = createStore<readonly Step[]>([]);
  return { taken, add: (step) => taken.set([...taken.get(), step]) };
}
