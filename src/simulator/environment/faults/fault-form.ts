import type { OrderList } from '../../orders/order-store.ts';
import type { OperationName } from '../operation.ts';
import type { Effect } from './effect.ts';
import type { FaultMoment } from './fault.ts';

/** When a fault is asked: before the request is looked at, after a commit, or when an answer with a body is written. */
export type AskedAt = FaultMoment | 'answer';

/** What a fault starts from. */
export type FaultStart = {
  /** Milliseconds since 1970 on the environment's clock. */
  now(): number;
  /** The orders as they are when the fault is added. */
  readonly orders: OrderList;
};

/** Where the numbers of one firing come from: the same seed, fault and count of matches give the same ones. */
export type Draw = {
  /** From 0 (included) to 1 (excluded), by a label. */
  fraction(label: string): number;
  /** Random-looking bytes. */
  bytes(length: number): Buffer;
  /** A text from which further draws can be made. */
  readonly seed: string;
};

/** Decides what happens to one exchange that matches; undefined where nothing does. */
export type Disturb = (draw: Draw) => Effect | undefined;

/** One kind of fault: when it is asked, and what it does. Whom and how often it disturbs is decided elsewhere. */
export type FaultForm<F> = {
  readonly askedAt: (fault: F) => AskedAt;
  /** Whether it leaves nothing of the service's own answer, unless it is asked when that is written. */
  readonly replacesAnswer?: true;
  /** The one operation that it can disturb; any where left out. */
  readonly only?: OperationName;
  /** How often it fires where the fault does not say; without a limit where left out. */
  readonly times?: number;
  start(fault: F, start: FaultStart): Disturb;
};

/** The moment of a fault that the user may choose. */
export function chosenMoment(fault: { readonly when?: FaultMoment | undefined }): FaultMoment {
  return fault.when ?? 'before-commit';
}
