import type { Level, RuleId } from '../../contract/report.ts';
import type { ProbeTarget } from './target.ts';

export type Probe = {
  readonly id: string;
  /** What it does, as a clause. */
  readonly title: string;
  /** The lowest level at which it runs. */
  readonly level: Level;
  /** The rules for which it is sent; none if other probes need what it sends. The judge decides the others, for every exchange. */
  readonly decides: readonly RuleId[];
  /** How many more requests it sends at most to a target that breaks the contract. */
  readonly more?: number;
  run(target: ProbeTarget): Promise<void>;
};
