import { readOrderId } from '../../../order-id.ts';
import type { GapChoiceTexts } from '../initial-state.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';

/** The groups of what a suite can meet. */
export const coverageGroups = ['outcomes', 'ids', 'gaps', 'faults', 'actors'] as const;

export type CoverageGroup = (typeof coverageGroups)[number];

/** How many exchanges met each point: `outcomes`, `cancelOrder 409`, 3. */
export type CoverageCounts = Readonly<Record<CoverageGroup, Readonly<Record<string, number>>>>;

/** What an exchange shows of the coverage of a suite. */
export type CoveredExchange = Pick<
  JournalEntry,
  'operation' | 'orderIdText' | 'reliedOn' | 'cancel' | 'faults' | 'status'
> & { readonly choices: Readonly<GapChoiceTexts> };

/** What the exchanges of clients met. A reset does not clear it. */
export interface Coverage {
  count(exchange: CoveredExchange): void;
  counts(): CoverageCounts;
}

/** The maximum number of names of a group, since a choice with a parameter has no end of names. */
const maxNames = 1_000;

/** Counts the occurrences of a pair of texts. No text is joined, to keep the cost for each exchange low. */
class PairCounts {
  readonly #byFirst = new Map<string, Map<string, number>>();
  #names = 0;

  add(first: string, second: string): void {
    let bySecond = this.#byFirst.get(first);
    if (bySecond === undefined) {
      bySecond = new Map();
      this.#byFirst.set(first, bySecond);
    }
    const before = bySecond.get(second);
    if (before === undefined && this.#names >= maxNames) return;
    if (before === undefined) this.#names++;
    bySecond.set(second, (before ?? 0) + 1);
  }

  named(separator: string): Record<string, number> {
    const named: Record<string, number> = {};
    for (const [first, bySecond] of this.#byFirst)
      for (const [second, count] of bySecond) named[`${first}${separator}${second}`] = count;
    return named;
  }
}

/** Creates the coverage of an environment or of a process, in which nothing was met. */
export function createCoverage(): Coverage {
  const outcomes = new PairCounts();
  const gaps = new PairCounts();
  const faults = new PairCounts();
  const ids = new PairCounts();
  const actors = new PairCounts();
  return {
    count: (exchange) => {
      const { operation, reliedOn, choices, status } = exchange;
      if (operation === undefined) return;
      if (status !== undefined && status !== 0) outcomes.add(operation, String(status));
      for (let at = 0; at < reliedOn.length; at++) {
        const key = reliedOn[at];
        const choice = key === undefined ? undefined : choices[key];
        if (key !== undefined && choice !== undefined && reliedOn.indexOf(key) === at) gaps.add(key, choice);
      }
      if (operation === 'cancelOrder' && status !== 401)
        for (const name of idClasses(exchange)) ids.add(name, '');
      if (exchange.faults.length === 0) return;
      for (const name of disturbances(exchange)) faults.add(operation, name);
      for (const { effect } of exchange.faults) if (effect.kind === 'meanwhile') actors.add(effect.does, '');
    },
    counts: () => ({
      outcomes: outcomes.named(' '),
      ids: ids.named(''),
      gaps: gaps.named('='),
      faults: faults.named(' '),
      actors: actors.named(''),
    }),
  };
}

const largestExact = BigInt(Number.MAX_SAFE_INTEGER);

function idClasses({ orderIdText, cancel }: CoveredExchange): readonly string[] {
  const reading = readOrderId(orderIdText);
  if (reading.kind === 'malformed') return ['malformed'];
  return [
    ...(reading.id < 0n ? ['negative'] : []),
    ...(reading.id > largestExact || reading.id < -largestExact ? ['beyond-2^53'] : []),
    ...(cancel === 'unknown' ? ['unknown'] : []),
  ];
}

/** Returns how the faults of an exchange looked to the client. Those that replace a response lose it. */
function disturbances({ faults, cancel, operation }: CoveredExchange): ReadonlySet<string> {
  const committed = operation === 'cancelOrder' && cancel === 'cancelled';
  return new Set(
    faults.flatMap(({ effect: { kind } }) => {
      if (kind === 'reset' || kind === 'close' || kind === 'garble-response')
        return [operation === 'cancelOrder' ? `lost-${committed ? 'after' : 'before'}-commit` : 'lost'];
      if (kind === 'respond') return [committed ? 'refused-after-commit' : 'refused'];
      if (kind === 'wait' || kind === 'pace') return ['slow'];
      if (kind === 'meanwhile') return [];
      return kind === 'truncate' || kind === 'garble-body' ? ['broken-body'] : [kind];
    }),
  );
}
