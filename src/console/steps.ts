import { createStore } from './store.ts';

/** An action that the user took, as a command that repeats it. */
export type Step = { readonly at: Date; readonly title: string; readonly curl: string };

export type Steps = ReturnType<typeof createSteps>;

export function createSteps() {
  const taken = createStore<readonly Step[]>([]);
  return { taken, add: (step: Step): void => taken.set([...taken.get(), step]) };
}
