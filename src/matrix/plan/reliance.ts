import { type GapKey, gapKeys, gaps } from '../../simulator/environment/gaps/gaps.ts';
import { type OperationName, operationNames } from '../../simulator/environment/operation.ts';
import type { ExchangeRecord } from '../../simulator/environment/record/run-record.ts';
import type { EndedRun, Reliance } from '../model.ts';

/** A gap on which the client relied, and whether a cell can change it. */
export type ReliedGap = Reliance & {
  /** Whether some environment that relied on it leaves the choice to the cell. */
  readonly varies: boolean;
  /** Whether the baseline made more than one choice for it, as the profile `vary` does. */
  readonly unsteady: boolean;
};

/** The exchanges of a run, in the order in which its simulators wrote them. */
export function exchangesOf({ records }: EndedRun): readonly ExchangeRecord[] {
  return records.filter((record) => record.kind === 'exchange');
}

/**
 * Returns the gaps on which any of these runs relied, in the order of the table. The figures are those of the first run that
 * relied on the gap: runs of the baseline come first.
 */
export function relianceOf(runs: readonly EndedRun[]): readonly ReliedGap[] {
  const seen = runs.map((run) => ({ run, byGap: exchangesByGap(run), pins: pinsOf(run) }));
  return gapKeys.flatMap((gap) => {
    const relying = seen.filter(({ byGap }) => byGap.has(gap));
    const first = relying[0];
    if (first === undefined) return [];
    const exchanges = first.byGap.get(gap) ?? [];
    const pinned = (one: typeof first, environment: string) => one.pins.get(environment)?.has(gap) === true;
    const free = relying.flatMap((one) =>
      (one.byGap.get(gap) ?? [])
        .filter(({ environment }) => !pinned(one, environment))
        .map((exchange) => ({ choice: exchange.gaps[gap], changed: isChanged(one.run, gap) })),
    );
    const own = new Set(free.filter(({ changed }) => !changed).map(({ choice }) => choice));
    const environments = [...new Set(exchanges.map(({ environment }) => environment))];
    return [
      {
        gap,
        choice:
          [...own][0] ??
          (isChanged(first.run, gap) ? defaultOf(gap) : (exchanges[0]?.gaps[gap] ?? defaultOf(gap))),
        exchanges: exchanges.length,
        operations: operationsOf(exchanges),
        pinnedIn: environments.filter((environment) => pinned(first, environment)),
        varies: free.length > 0,
        unsteady: own.size > 1,
      },
    ];
  });
}

/** Whether the choice in a run is that of its cell, also where it follows from another choice of the cell. */
function isChanged({ run }: EndedRun, gap: GapKey): boolean {
  const follows = gap === 'cancel-again' && run.cell.gaps['cancelled-in-list'] !== undefined;
  return run.cell.gaps[gap] !== undefined || follows;
}

function exchangesByGap(run: EndedRun): ReadonlyMap<string, readonly ExchangeRecord[]> {
  const byGap = new Map<string, ExchangeRecord[]>();
  for (const exchange of exchangesOf(run))
    for (const gap of Object.keys(exchange.gaps)) {
      const known = byGap.get(gap);
      if (known === undefined) byGap.set(gap, [exchange]);
      else known.push(exchange);
    }
  return byGap;
}

function pinsOf({ records }: EndedRun): ReadonlyMap<string, ReadonlySet<string>> {
  const pins = new Map<string, Set<string>>();
  for (const record of records) {
    if (record.kind !== 'pinned') continue;
    const known = pins.get(record.environment) ?? new Set();
    for (const gap of Object.keys(record.gaps)) known.add(gap);
    pins.set(record.environment, known);
  }
  return pins;
}

function operationsOf(exchanges: readonly ExchangeRecord[]): readonly OperationName[] {
  return operationNames.filter((name) => exchanges.some(({ operation }) => operation === name));
}

function defaultOf(key: GapKey): string {
  return gaps.find((gap) => gap.key === key)?.default ?? '';
}
