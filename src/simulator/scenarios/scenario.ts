import type { PackedOrders } from '../orders/memory/packed-orders.ts';
import type { ScenarioFile } from './scenario-schema.ts';

/** Where a scenario comes from: the package, the user's folder, a path, or a text given at run time. */
export type ScenarioSource = 'built-in' | 'folder' | 'file' | 'inline';

/** A scenario that was read and checked, before anything is drawn from a seed. */
export type Scenario = {
  /** The name it is opened by; for a path, the file's name without its ending. */
  readonly name: string;
  readonly source: ScenarioSource;
  /** The file, for people; for a text given at run time, the name it came with. */
  readonly file: string;
  readonly content: ScenarioFile;
  /** Every order, where they were packed while the file was read; `content` has neither `orders` nor `generate` then. */
  readonly packed?: PackedOrders;
};
