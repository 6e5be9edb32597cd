import { readOrderId } from '../../../order-id.ts';
import type { GapChoiceTexts } from '../initial-state.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';

/** The groups of what a suite can meet. */
export const coverageGroups = ['outcomes', 'ids', 'gaps', 'faults', 'actors', 'races'] as const;

export type CoverageGroup = (typeof coverageGroups)[number];

/** What is between the two parts of a name: `cancelOrder 409`, `etag=on`. */
const separators = { outcomes: ' ', ids: '', gaps: '=', faults: ' ', actors: '', races: '' } as const;

/** How many exchanges met each point: `outcomes`, `cancelOrder 409`, 3. */
export type CoverageCounts = Readonly<Record<CoverageGroup, Readonly<Record<string, number>>>>;

/** What an exchange shows of the coverage of a suite. */
export type CoveredExchange = Pick<
  JournalEntry,
  'operation' | 'orderIdText' | 'reliedOn' | 'cancel' | 'faults' | 'status' | 'begun' | 'ended'
> & { readonly choices: Readonly<GapChoiceTexts> };

/** The maximum number of names of a group, since a choice with a parameter has no end of names. */
const maxNames = 1_000;

type PairCount = { count: number; readonly whole: PairCount | undefined };

/**
 * Counts the occurrences of pairs, here and in a whole of which this is a part. No text is joined and the whole is found once
 * for each pair, to keep the cost for each exchange low.
 */
class PairCounts {
  readonly #byFirst = new Map<string, Map<string | number, PairCount>>();
  readonly #whole: PairCounts | undefined;
  #names = 0;

  constructor(whole: PairCounts | undefined) {
    this.#whole = whole;
  }

  add(first: string, second: string | number): void {
    const pair = this.#byFirst.get(first)?.get(second) ?? this.#begin(first, second);
    if (pair === undefined) return;
    pair.count++;
    if (pair.whole !== undefined) pair.whole.count++;
  }

  named(separator: string): Record<string, number> {
    const named: Record<string, number> = {};
    for (const [first, bySecond] of this.#byFirst)
      for (const [second, { count }] of bySecond) named[`${first}${separator}${second}`] = count;
    return named;
  }

  #begin(first: string, second: string | number): PairCount | undefined {
    const known = this.#byFirst.get(first)?.get(second);
    if (known !== undefined || this.#names >= maxNames) return known;
    const whole = this.#whole === undefined ? undefined : this.#whole.#begin(first, second);
    const pair = { count: 0, whole };
    const bySecond = this.#byFirst.get(first) ?? new Map<string | number, PairCount>();
    this.#byFirst.set(first, bySecond.set(second, pair));
    this.#names++;
    return pair;
  }
}

/** What the exchanges of clients met, in an environment or in a process. A reset does not clear it. */
export class Coverage {
  readonly #met: Readonly<Record<CoverageGroup, PairCounts>>;

  /** @param whole counts everything too: what a process met outlives the environments that tests delete */
  constructor(whole?: Coverage) {
    const of = (group: CoverageGroup) => new PairCounts(whole === undefined ? undefined : whole.#met[group]);
    const met = Object.fromEntries(coverageGroups.map((group) => [group, of(group)]));
    this.#met = met as Record<CoverageGroup, PairCounts>;
  }

  count(exchange: CoveredExchange): void {
    const { operation, reliedOn, choices, status, orderIdText, cancel } = exchange;
    if (operation === undefined) return;
    const { outcomes, ids, gaps, faults, actors, races } = this.#met;
    // Its begin and its end are events of their own.
    if (exchange.ended !== exchange.begun + 1) races.add(operation, '');
    if (status !== undefined && status !== 0) outcomes.add(operation, status);
    for (let at = 0; at < reliedOn.length; at++) {
      const key = reliedOn[at];
      const choice = key === undefined ? undefined : choices[key];
      if (key !== undefined && choice !== undefined && reliedOn.indexOf(key) === at) gaps.add(key, choice);
    }
    if (operation === 'cancelOrder' && status !== 401) {
      if (cancel === 'unknown') ids.add('unknown', '');
      if (!ordinaryId.test(orderIdText)) for (const name of idClasses(orderIdText)) ids.add(name, '');
    }
    if (exchange.faults.length === 0) return;
    for (const name of disturbances(exchange)) faults.add(operation, name);
    for (const { effect } of exchange.faults) if (effect.kind === 'meanwhile') actors.add(effect.does, '');
  }

  counts(): CoverageCounts {
    const named = coverageGroups.map((group) => [group, this.#met[group].named(separators[group])]);
    return Object.fromEntries(named) as CoverageCounts;
  }
}

/** An id in no class but `unknown`: to read others as an integer takes longer. */
const ordinaryId = /^[1-9][0-9]{0,14}$/;
const largestExact = BigInt(Number.MAX_SAFE_INTEGER);

function idClasses(text: string): readonly string[] {
  const reading = readOrderId(text);
  if (reading.kind === 'malformed') return ['malformed'];
  return [
    ...(reading.id < 0n ? ['negative'] : []),
    ...(reading.id > largestExact || reading.id < -largestExact ? ['beyond-2^53'] : []),
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
