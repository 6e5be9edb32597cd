/** What the service has answered, counted for the metrics. */
export interface Traffic {
  /** Counts one answer; `seconds` is the time from the request's head to the answer's end. */
  count(operation: string, status: number, seconds: number): void;
  /** Every operation with its statuses and times. */
  all(): readonly OperationTraffic[];
}

/** The answers of one operation. */
export type OperationTraffic = {
  readonly operation: string;
  readonly byStatus: ReadonlyMap<number, number>;
  /** How many took at most as long as the bound of `latencyBounds` at the same place; the last is beyond all. */
  readonly buckets: readonly number[];
  readonly seconds: number;
};

/** Upper bounds of the latency histogram, in seconds. */
export const latencyBounds: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

type Counted = { operation: string; byStatus: Map<number, number>; buckets: number[]; seconds: number };

/** Counts with plain numbers: the metrics library is loaded when somebody reads them. */
export function createTraffic(): Traffic {
  const operations = new Map<string, Counted>();
  return {
    count: (operation, status, seconds) => {
      let counted = operations.get(operation);
      if (counted === undefined) {
        const buckets = new Array<number>(latencyBounds.length + 1).fill(0);
        counted = { operation, byStatus: new Map(), buckets, seconds: 0 };
        operations.set(operation, counted);
      }
      counted.byStatus.set(status, (counted.byStatus.get(status) ?? 0) + 1);
      const bound = latencyBounds.findIndex((most) => seconds <= most);
      const at = bound < 0 ? latencyBounds.length : bound;
      counted.buckets[at] = (counted.buckets[at] ?? 0) + 1;
      counted.seconds += seconds;
    },
    all: () => [...operations.values()],
  };
}
