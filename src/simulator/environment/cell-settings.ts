import type { Fault } from './faults/fault.ts';
import type { GapChoiceTexts } from './initial-state.ts';

/**
 * What `matrix` imposes on every environment of a simulator, temporary ones included. The choices have a lower precedence
 * than those of a scenario, a setting or a test; the faults are added to those of the scenario at every load and reset.
 */
export type CellSettings = {
  readonly gaps: GapChoiceTexts;
  readonly faults: readonly Fault[];
};
