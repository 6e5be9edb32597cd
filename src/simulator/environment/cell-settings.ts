import type { Fault } from '../../faults/fault.ts';
import type { GapChoiceTexts } from './initial-state.ts';
import type { ProfileName } from './profile-name.ts';

/**
 * What `matrix` imposes on every environment of a simulator, temporary ones included. The choices have a lower precedence
 * than those of a scenario, a setting or a test; the faults are added to those of the scenario at every load and reset.
 */
export type CellSettings = {
  readonly gaps: GapChoiceTexts;
  readonly faults: readonly Fault[];
};

/**
 * The choices that `matrix` starts all its runs with. They have a lower precedence than those of the cell, and a higher one
 * than those of the scenario that it starts them with.
 */
export type BaseChoices = {
  readonly profile: ProfileName | undefined;
  readonly gaps: GapChoiceTexts;
};

/** What a simulator that belongs to a run of `matrix` applies to all its environments. */
export type RunSettings = {
  /** Undefined if the exchanges are only recorded. */
  readonly cell?: CellSettings | undefined;
  readonly base?: BaseChoices | undefined;
  /** Returns the number of the next state of an environment, for the record. */
  nextState(environment: string): number;
};
