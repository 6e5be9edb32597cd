import type { OperationName } from '../operation.ts';
import type { Effect } from './effect.ts';
import type { Fault, FaultMoment } from './fault.ts';

/** A fault of an environment and what it has done so far. */
export type FaultStatus = {
  readonly id: string;
  readonly fault: Fault;
  /** Milliseconds since 1970 on the environment's clock. */
  readonly addedAt: number;
  /** When it ends by itself; undefined where it has no duration. */
  readonly endsAt: number | undefined;
  /** Whether it can fire no more: its time or its count is up. */
  readonly ended: boolean;
  /** How many exchanges it was asked about and that matched. */
  readonly matched: number;
  readonly fired: number;
};

/** What a fault must know of an exchange. */
export type FaultSubject = {
  readonly operation: OperationName | undefined;
  readonly orderId: bigint | undefined;
  /** The id of the key that the request carries, asked only where a fault wants to know. */
  keyId(): string | undefined;
};

/** An effect, and the fault that has it. */
export type FiredFault = { readonly id: string; readonly effect: Effect };

/** What came of adding faults: all of them are added, or none. */
export type FaultAddition =
  | { readonly kind: 'added'; readonly faults: readonly FaultStatus[] }
  | { readonly kind: 'duplicate-id'; readonly id: string };

/** The faults of an environment, in the order of adding. */
export interface Faults {
  /** Whether there is any, ended or not. */
  readonly any: boolean;
  /** How often faults have fired since the scenario was loaded, those taken away included. */
  readonly fired: number;
  list(): readonly FaultStatus[];
  /** Adds faults; those without an id get `fault-1`, `fault-2`, … */
  add(faults: readonly Fault[]): Promise<FaultAddition>;
  /** Puts faults in the place of all that are there. */
  replace(faults: readonly Fault[]): Promise<FaultAddition>;
  /** Takes one away; false where there is none. */
  remove(id: string): boolean;
  /** Takes all away. */
  clear(): void;
  /**
   * Asks every fault of this moment, in order, and counts those that fire. Once one answers or ends the exchange, no
   * other is asked that would.
   */
  fire(moment: FaultMoment | 'answer', subject: FaultSubject): readonly FiredFault[];
}
