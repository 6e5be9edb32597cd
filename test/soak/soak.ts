import { mebibytes } from '../hostile/figures.ts';
import { type MeasuredSimulator, startMeasured } from '../hostile/measured-simulator.ts';
import { type Part, parts } from './parts.ts';

/** What a soak came to: a table, and the promises that did not hold. */
export type Soaked = {
  readonly rows: readonly (readonly [what: string, figure: string])[];
  readonly broken: readonly string[];
};

/** Far enough apart that no round draws what another has drawn. */
const seedsOfRound = 100_000;

/**
 * Attacks one simulator in a process of its own, and our readers of files, round after round, until the minutes are
 * over; no round is left half done. Holds them to their promises: documented answers alone, no end of the process, and no
 * memory that grows from the fifth round on.
 */
export async function soak(minutes: number, seed: number): Promise<Soaked> {
  const simulator = await startMeasured('mixed', () => undefined);
  const broken: string[] = [];
  const held: number[] = [];
  const end = performance.now() + minutes * 60_000;
  let rounds = 0;
  while (performance.now() < end && broken.length === 0) {
    const seedOfRound = (seed + rounds * seedsOfRound) % 2 ** 31;
    for (const part of parts) broken.push(...(await attempt(part, simulator, seedOfRound)));
    if (!simulator.alive()) broken.push('the process ended');
    else held.push((await simulator.memory()).held);
    rounds++;
  }
  const most = Math.max(...held);
  const growth = most - (held[4] ?? most);
  if (growth > 30 * 1024 ** 2) broken.push(`memory grew by ${mebibytes(growth)}`);
  simulator.end();
  const rows = parts.map(({ what, count }) => [what, `${count * rounds}`] as const);
  const memory = rounds > 5 ? mebibytes(growth) : 'not known after so few rounds';
  return {
    rows: [
      ['Seed', `${seed}`],
      ['Rounds', `${rounds}`],
      ...rows,
      ['Memory held beyond that of round 5', memory],
    ],
    broken,
  };
}

/** Where a part cannot be done, as when the process has ended, that is what is broken. */
async function attempt(
  { what, count, run }: Part,
  simulator: MeasuredSimulator,
  seed: number,
): Promise<readonly string[]> {
  try {
    return await run(simulator, count, seed);
  } catch (error) {
    return [`${what}, with seed ${seed}: ${error}`];
  }
}
