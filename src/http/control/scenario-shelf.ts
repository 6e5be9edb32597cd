import type { InitialState } from '../../simulation/initial-state.ts';

/** A scenario as the list of them shows it. */
export type ScenarioSummary = {
  readonly name: string;
  readonly description: string;
  readonly source: 'built-in' | 'folder';
};

/** A scenario that a request brings along. */
export type InlineScenario = { readonly form: 'yaml' | 'json'; readonly text: string };

/** Where the control API gets scenarios from and how it writes them. Every refusal is a UserError. */
export type ScenarioShelf = {
  list(): Promise<readonly ScenarioSummary[]>;
  /** The scenario with this name, resolved for an environment with this seed. */
  byName(name: string, seed: string): Promise<InitialState>;
  inline(scenario: InlineScenario, seed: string): Promise<InitialState>;
  /** The text of a scenario file that loads again to the same state. */
  write(initial: InitialState): string;
  /** What an environment starts with when the request names no scenario. */
  readonly defaultName: string;
};
