export type CountedResponse = {
  /** `none` for a path without an operation. */
  readonly operation: string;
  /** 0 if no response was sent. */
  readonly status: number;
  /** From the request's head to the end of the response. */
  readonly seconds: number;
  readonly faultsFired: number;
};

/** The responses of the service, counted for the metrics. */
export interface Traffic {
  count(response: CountedResponse): void;
  /** Counts a connection that was refused before a request was read. */
  countRefused(reason: string): void;
  /** Returns the number of refused connections by reason. */
  refused(): ReadonlyMap<string, number>;
  /** Returns every operation with its statuses and durations. */
  all(): readonly OperationTraffic[];
  readonly faultsFired: number;
}

/** The responses of one operation. */
export type OperationTraffic = {
  readonly operation: string;
  readonly byStatus: ReadonlyMap<number, number>;
  /** The number of responses within each bound of `latencyBounds`; the last is the number beyond all. */
  readonly buckets: readonly number[];
  readonly seconds: number;
};

/** Upper bounds of the latency histogram, in seconds. */
export const latencyBounds: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

type Counted = { operation: string; byStatus: Map<number, number>; buckets: number[]; seconds: number };

/** Counts with plain numbers, so that the metrics library is loaded only when the metrics are read. */
export function createTraffic(): Traffic {
  const operations = new Map<string, Counted>();
  const refused = new Map<string, number>();
  let fired = 0;
  return {
    count: ({ operation, status, seconds, faultsFired }) => {
      fired += faultsFired;
      let counted = operations.get(operation);
      if (counted === undefined) {
        const buckets = new Array<number>(latencyBounds.length + 1).fill(0);
        counted = { operation, byStatus: new Map(), buckets, seconds: 0 };
        operations.set(operation, counted);
      }
      counted.byStatus.set(status, (counted.byStatus.get(status) ?? 0) + 1);
      let at = 0;
      while (at < latencyBounds.length && seconds > (latencyBounds[at] ?? 0)) at++;
      counted.buckets[at] = (counted.buckets[at] ?? 0) + 1;
      counted.seconds += seconds;
    },
    countRefused: (reason) => void refused.set(reason, (refused.get(reason) ?? 0) + 1),
    refused: () => refused,
    all: () => [...operations.values()],
    get faultsFired() {
      return fired;
    },
  };
}
