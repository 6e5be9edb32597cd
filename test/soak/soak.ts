import { openUnfinished, pipeline, sendTable } from '../hostile/attacks.ts';
import { sendControlBodies } from '../hostile/control-bodies.ts';
import { mebibytes } from '../hostile/figures.ts';
import { startMeasured } from '../hostile/measured-simulator.ts';
import { sendMutated } from '../hostile/mutated-requests.ts';

/** What a soak came to: a table, and the promises that did not hold. */
export type Soaked = {
  readonly rows: readonly (readonly [string, string])[];
  readonly broken: readonly string[];
};

type Totals = { rounds: number; table: number; mutated: number; bodies: number; pipelined: number };

/**
 * Attacks one simulator in a process of its own, round after round, until the minutes are over, and holds it to its
 * promises: documented answers alone, no end of the process, and no memory that grows from the fifth round on.
 */
export async function soak(minutes: number, seed: number): Promise<Soaked> {
  const simulator = await startMeasured('mixed', () => undefined);
  const totals: Totals = { rounds: 0, table: 0, mutated: 0, bodies: 0, pipelined: 0 };
  const broken: string[] = [];
  const held: number[] = [];
  const end = performance.now() + minutes * 60_000;
  while (performance.now() < end && broken.length === 0) {
    const at = seed + totals.rounds * 100_000;
    totals.table += await sendTable(simulator.origin, 2);
    const mutated = await sendMutated(simulator.origin, 5_000, at);
    const bodies = await sendControlBodies(simulator.controlUrl, 'token', 500, at);
    await startAfresh(simulator.controlUrl);
    const answered = await pipeline(simulator.origin, 5_000);
    if (answered !== 5_000) broken.push(`${answered} of 5000 pipelined requests were answered`);
    totals.pipelined += answered;
    for (const socket of await openUnfinished(simulator.origin, 25)) socket.destroy();
    broken.push(...mutated.wrong, ...bodies.wrong);
    if (!simulator.alive()) broken.push('the process ended');
    totals.mutated += 5_000;
    totals.bodies += 500;
    totals.rounds++;
    held.push((await simulator.memory()).held);
  }
  const growth = Math.max(...held) - (held[4] ?? Math.max(...held));
  if (growth > 30 * 1024 ** 2) broken.push(`memory grew by ${mebibytes(growth)}`);
  simulator.end();
  return { rows: rowsOf(totals, seed, growth), broken };
}

/** The bodies before it may have changed anything: answers to gaps, faults, keys. */
async function startAfresh(controlUrl: string): Promise<void> {
  const headers = { Authorization: 'Bearer token', 'Content-Type': 'application/json' };
  const response = await fetch(`${controlUrl}/environments/production`, {
    method: 'PUT',
    headers,
    body: '{}',
  });
  if (!response.ok) throw new Error(`production cannot be replaced: ${await response.text()}`);
}

function rowsOf(totals: Totals, seed: number, growth: number): readonly (readonly [string, string])[] {
  return [
    ['Seed', `${seed}`],
    ['Rounds', `${totals.rounds}`],
    ['Requests of the table', `${totals.table}`],
    ['Mutated requests', `${totals.mutated}`],
    ['Pipelined requests answered', `${totals.pipelined} of ${totals.rounds * 5_000}`],
    ['Bodies to the control API', `${totals.bodies}`],
    ['Memory held beyond that of round 5', mebibytes(growth)],
  ];
}
