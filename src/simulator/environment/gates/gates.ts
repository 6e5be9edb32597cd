/** What to hold, and how long at the most. */
export type GateSettings = {
  /** `gate-1`, `gate-2`, … where left out. */
  readonly id?: string | undefined;
  /** Only a cancel has a commit point. */
  readonly operation?: 'cancelOrder' | undefined;
  /** Holds cancels of this order alone. */
  readonly orderId?: bigint | undefined;
  /** Holds so many requests and no more. */
  readonly count?: number | undefined;
  /** Ends by itself so long after it was opened, on the machine's clock; 10,000 where left out, at most 60,000. */
  readonly timeoutMs?: number | undefined;
};

/** A request held at a gate. */
export type GateWaiter = { readonly exchange: number; readonly orderId: bigint };

/** A gate and who waits at it, the longest waiting first. */
export type GateStatus = {
  readonly id: string;
  readonly operation: 'cancelOrder';
  readonly orderId: bigint | undefined;
  readonly count: number | undefined;
  readonly timeoutMs: number;
  readonly waiting: readonly GateWaiter[];
  /** How many it has held so far. */
  readonly held: number;
};

/** What came of opening a gate. */
export type GateOpening =
  | { readonly kind: 'opened'; readonly gate: GateStatus }
  | { readonly kind: 'duplicate-id'; readonly id: string };

/** What came of releasing; `exchanges` in the order of their commits, which are done. */
export type GateRelease =
  | { readonly kind: 'released'; readonly exchanges: readonly number[] }
  | { readonly kind: 'no-gate' }
  | { readonly kind: 'not-waiting'; readonly exchange: number };

/** What came of waiting for waiters. `ended`: the gate is gone. */
export type GateWaitOutcome =
  | { readonly kind: 'reached' | 'timed-out' | 'aborted'; readonly gate: GateStatus }
  | { readonly kind: 'ended' };

/** How a request left the commit point: with the right to go on, or because its client has gone. */
export type Passage =
  | {
      readonly kind: 'pass';
      /** Must be called once the commit is done, whatever came of it. */
      done(): void;
    }
  | { readonly kind: 'gone' };

/** The gates of an environment: they hold cancels at the commit point, so that a test decides the order of a race. */
export interface Gates {
  /** Whether there is any. */
  readonly any: boolean;
  list(): readonly GateStatus[];
  get(id: string): GateStatus | undefined;
  open(settings: GateSettings): GateOpening;
  /** Lets go of one request and waits until it is past its commit. The gate stays. */
  release(id: string, exchange: number): Promise<GateRelease>;
  /** Lets go of every waiting request, one commit after the other: the given exchanges in their order, then the rest as they came; then takes the gate away. */
  close(id: string, order?: readonly number[]): Promise<GateRelease>;
  /** Waits until so many requests wait at a gate. */
  wait(
    id: string,
    what: { readonly waiting: number; readonly timeoutMs: number },
    signal?: AbortSignal,
  ): Promise<GateWaitOutcome>;
  /** Holds a request where a gate says so; `onHeld` is told which. */
  pass(request: GateWaiter, gone: AbortSignal, onHeld?: (gate: string) => void): Promise<Passage>;
}
