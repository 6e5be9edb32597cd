import { mebibytes } from '../hostile/figures.ts';
import { type MeasuredSimulator, startMeasured } from '../hostile/measured-simulator.ts';
import { soakChurn } from './churned.ts';
import { type Part, parts } from './parts.ts';

/** The result of a soak: a table, and the broken promises. */
export type Soaked = {
  readonly rows: readonly (readonly [what: string, figure: string])[];
  readonly broken: readonly string[];
};

/** Far enough apart that rounds draw different values. */
const seedsOfRound = 100_000;

/**
 * Attacks one simulator in its own process, and the file readers, in complete rounds until the minutes are over. Checks
 * the promises: only documented responses, no exit of the process, and no memory growth after the
 * fifth round. Before that, measures latencies and memory while environments come and go.
 */
export async function soak(minutes: number, seed: number): Promise<Soaked> {
  const churned = await soakChurn(Math.min(20, minutes * 6), seed);
  const simulator = await startMeasured('mixed', () => undefined);
  const broken: string[] = [...churned.broken];
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
      ...churned.rows,
      ['Memory held beyond that of round 5', memory],
    ],
    broken,
  };
}

/** A part that cannot run, for example because the process has ended, counts as broken. */
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
