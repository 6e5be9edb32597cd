import type { Clock } from '../../clock.ts';
import type { Exchange } from '../../contract/exchange.ts';
import type { ComparedGap } from '../../contract/gaps/expected-profile.ts';
import type { Report } from '../../contract/report.ts';
import { retryAfterMs, unavailableResponse } from '../../contract/unavailable.ts';
import type { checkContract } from '../check-contract.ts';
import type { CheckContext } from '../target-access.ts';
import { addRound, type Change, type SeenRound, type Snapshot } from './snapshot.ts';

/** A round of a watch, with what is known after it. */
export type Round = SeenRound & {
  readonly snapshot: Snapshot;
  readonly changes: readonly Change[];
  /** In milliseconds since 1970. */
  readonly endedAt: number;
};

export type WatchOptions = {
  readonly everyMs: number;
  /** Checks the target once; `checkContract` with its options. */
  readonly check: (context: CheckContext) => ReturnType<typeof checkContract>;
  readonly compare: (report: Report) => readonly ComparedGap[];
  readonly clock: Clock;
  readonly draw: () => number;
  readonly signal: AbortSignal;
  readonly onExchange: (exchange: Exchange) => void;
  /** Called after each round. The next one waits for it. */
  readonly onRound: (round: Round) => Promise<void>;
};

/** How much longer the pauses become at most while the target responds with 429. */
const mostSlowdown = 8;
/** The longest pause that a Retry-After gets. */
const mostRetryAfterMs = 24 * 3_600_000;

/**
 * Checks a target again and again until the signal aborts, one round after the other. A round begins every `everyMs`, sooner or
 * later by up to a tenth, so that several watches spread. A round that takes longer delays the next one. The first 429 ends
 * its round, and each such round in a row doubles the interval. No round begins before the time of a Retry-After.
 */
export async function watchContract(options: WatchOptions): Promise<void> {
  const { everyMs, clock, draw, signal, onRound } = options;
  let known: Snapshot | undefined;
  let slowdown = 1;
  while (!signal.aborted) {
    const startedAt = clock.now();
    const { waitMs, ...seen } = await runRound(options);
    // An interrupted round shows nothing.
    if (signal.aborted) return;
    const round = addRound(known, seen);
    known = round.snapshot;
    await onRound({ ...seen, ...round, endedAt: clock.now() });
    slowdown = seen.incomplete?.kind === limited ? Math.min(mostSlowdown, slowdown * 2) : 1;
    const interval = everyMs * slowdown * (0.9 + 0.2 * draw());
    const pause = interval - ((clock.now() - startedAt) % interval);
    await clock.sleep(Math.max(pause, waitMs), signal);
  }
}

const limited = 'rate-limited';

async function runRound({
  check,
  compare,
  clock,
  signal,
  onExchange,
}: WatchOptions): Promise<SeenRound & { readonly waitMs: number }> {
  const round = new AbortController();
  const end = (): void => round.abort();
  signal.addEventListener('abort', end);
  let waitMs = 0;
  try {
    const report = await check({
      clock,
      signal: round.signal,
      onExchange(exchange) {
        onExchange(exchange);
        const response = unavailableResponse(exchange);
        if (response === undefined) return;
        const asked = retryAfterMs(response, clock.now()) ?? 0;
        waitMs = Math.max(waitMs, Math.min(asked, mostRetryAfterMs));
        if (response.status === 429) end();
      },
    });
    const message = 'The target responded with 429, which ended the round.';
    const incomplete = report.incomplete?.kind === 'aborted' ? { kind: limited, message } : report.incomplete;
    return { report, drift: compare(report), incomplete, waitMs };
  } finally {
    signal.removeEventListener('abort', end);
  }
}
