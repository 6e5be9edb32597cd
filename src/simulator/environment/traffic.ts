import type { JournalEntry } from './journal/journal-entry.ts';

/** Upper bounds of the latency histogram, in seconds. */
export const latencyBounds: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** The responses of one operation. */
export type OperationTraffic = {
  /** `none` for a path without an operation. */
  readonly operation: string;
  /** 0 if no response was sent. */
  readonly byStatus: Map<number, number>;
  /** The number of responses within each bound of `latencyBounds`; the last is the number beyond all. */
  readonly buckets: number[];
  /** From the heads of the requests to the ends of the responses. */
  seconds: number;
};

/** The responses of the service, counted with plain numbers, so that the metrics library is loaded only when they are read. */
export class Traffic {
  faultsFired = 0;
  /** The number of refused connections by reason. */
  readonly refused = new Map<string, number>();
  readonly #operations = new Map<string, OperationTraffic>();

  count(
    { operation: name, status = 0, faults }: Pick<JournalEntry, 'operation' | 'status' | 'faults'>,
    seconds: number,
  ): void {
    const operation = name ?? 'none';
    this.faultsFired += faults.length;
    const counted = this.#operations.get(operation) ?? {
      operation,
      byStatus: new Map<number, number>(),
      buckets: new Array<number>(latencyBounds.length + 1).fill(0),
      seconds: 0,
    };
    this.#operations.set(operation, counted);
    const { byStatus, buckets } = counted;
    counted.seconds += seconds;
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    const within = latencyBounds.findIndex((bound) => seconds <= bound);
    const at = within < 0 ? latencyBounds.length : within;
    buckets[at] = (buckets[at] ?? 0) + 1;
  }

  /** Counts a connection that was refused before a request was read. */
  readonly countRefused = (reason: string): void =>
    void this.refused.set(reason, (this.refused.get(reason) ?? 0) + 1);

  /** Returns every operation with its statuses and durations. */
  all(): readonly OperationTraffic[] {
    return [...this.#operations.values()];
  }
}
