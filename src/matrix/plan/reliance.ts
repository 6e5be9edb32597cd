import { type GapKey, gapKeys, gapOf, isGapKey } from '../../simulator/environment/gaps/gaps.ts';
import type { ExchangeRecord } from '../../simulator/environment/record/run-recorder.ts';
import type { EndedRun, Reliance } from '../model.ts';

/** The exchanges of a run, in the order in which its simulators wrote them. */
export function exchangesOf({ records }: EndedRun): readonly ExchangeRecord[] {
  return records.filter((record) => record.kind === 'exchange');
}

/** Returns the gaps on which a run relied, and how. */
export function usesOf(run: EndedRun): ReadonlyMap<GapKey, ReturnType<typeof emptyUse>> {
  const pins = pinsOf(run);
  const uses = new Map<GapKey, ReturnType<typeof emptyUse>>();
  for (const { environment, gaps: relied } of exchangesOf(run))
    for (const [gap, choice] of Object.entries(relied)) {
      if (!isGapKey(gap)) continue;
      const use = uses.get(gap) ?? emptyUse();
      uses.set(gap, use);
      use.exchanges++;
      use.all.add(choice);
      if (pins.has(`${environment} ${gap}`)) use.pinnedIn.add(environment);
      else use.choices.add(choice);
    }
  return uses;
}

/**
 * Returns the gaps on which any of these runs relied, in the order of the table. The figures are those of the first run that
 * relied on the gap: runs of the baseline come first.
 */
export function relianceOf(runs: readonly EndedRun[]): readonly Reliance[] {
  const all = runs.map((run) => ({ cell: run.run.cell, uses: usesOf(run) }));
  return gapKeys.flatMap((gap) => {
    const relying = all.flatMap(({ cell, uses }) => {
      const use = uses.get(gap);
      return use === undefined ? [] : [{ use, changed: cell.gaps[gap] !== undefined }];
    });
    const first = relying[0]?.use;
    if (first === undefined) return [];
    const unchanged = relying.filter(({ changed }) => !changed).map(({ use }) => use);
    const own = new Set(unchanged.flatMap(({ choices }) => [...choices]));
    const pinned = unchanged.flatMap(({ all }) => [...all]);
    return [
      {
        gap,
        choice: [...own, ...pinned][0] ?? gapOf(gap).default,
        exchanges: first.exchanges,
        pinnedIn: [...first.pinnedIn],
        varies: relying.some(({ use }) => use.choices.size > 0),
      },
    ];
  });
}

/** Whether an exchange of these runs relied on a gap. */
export function reliesOn(runs: readonly EndedRun[], gap: string): boolean {
  return runs.some((run) => exchangesOf(run).some(({ gaps }) => Object.hasOwn(gaps, gap)));
}

function emptyUse() {
  return {
    exchanges: 0,
    /** The environments that relied on it and chose it themselves. */
    pinnedIn: new Set<string>(),
    /** The choices of the other environments, in the order of exchanges. */
    choices: new Set<string>(),
    /** The choices of all environments. */
    all: new Set<string>(),
  };
}

function pinsOf({ records }: EndedRun): ReadonlySet<string> {
  const pins = new Set<string>();
  for (const record of records)
    if (record.kind === 'pinned')
      for (const gap of Object.keys(record.gaps)) pins.add(`${record.environment} ${gap}`);
  return pins;
}
