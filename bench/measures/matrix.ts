import { availableParallelism, tmpdir } from 'node:os';
import type { Exploration } from '../../src/matrix/exploration.ts';
import type { EndedRun, PlannedRun } from '../../src/matrix/model.ts';
import { createExecute } from '../../src/matrix/run/execute-runs.ts';
import { createProcessGroups } from '../../src/matrix/run/process-groups.ts';
import type { RunPlan } from '../../src/matrix/run/run-cell.ts';
import { runCommand } from '../../src/matrix/run/run-command.ts';
import { runMatrix } from '../../src/matrix/run/run-matrix.ts';
import { createStartCell } from '../../src/matrix/run/start-cell.ts';
import { median } from '../compare.ts';
import { atLeast, atMost, type Row } from '../row.ts';
import type { Bench } from './measure.ts';

const runs = 12;
const allowedMs = 50;

/** Measures what a run of the matrix adds to the command itself, and what a second job gains. */
export async function* matrix({ pace }: Bench): AsyncGenerator<Row> {
  const rounds: { readonly bare: Cost; readonly one: Cost; readonly two: Cost }[] = [];
  for (let at = 0; at <= pace.rounds; at++) {
    const round = {
      bare: await costOf(runBare),
      one: await costOf(() => runInMatrix(1)),
      two: await costOf(() => runInMatrix(2)),
    };
    if (at > 0) rounds.push(round);
  }
  const middle = (of: (round: (typeof rounds)[number]) => number): number => median(rounds.map(of));
  yield {
    // In CPU time, which does not depend on what else the machine does.
    measure: `what a run of the matrix adds to its command, beside ${allowedMs} ms, CPU`,
    ratio: middle(({ one, bare }) => (one.cpuMs - bare.cpuMs) / runs) / allowedMs,
    must: atMost(1),
    raw: `${middle(({ bare }) => bare.cpuMs / runs).toFixed(1)} ms`,
    product: `${middle(({ one }) => one.cpuMs / runs).toFixed(1)} ms`,
  };
  if (availableParallelism() < 2) return;
  yield {
    measure: `${runs} runs of the matrix with two jobs, times as fast as with one`,
    ratio: middle(({ one, two }) => one.ms / two.ms),
    must: atLeast(1.7),
    raw: `${middle(({ one }) => one.ms).toFixed(0)} ms`,
    product: `${middle(({ two }) => two.ms).toFixed(0)} ms`,
  };
}

type Cost = { readonly ms: number; readonly cpuMs: number };

/** The time of some work, and the CPU time of this process in it, without that of the commands. */
async function costOf(work: () => Promise<void>): Promise<Cost> {
  const begunAt = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - begunAt, cpuMs: (user + system) / 1000 };
}

/** Loads as much as small tests do, and uses one core. */
const command = {
  argv: [
    process.execPath,
    '-e',
    "const end = Date.now() + 200; while (Date.now() < end) require('node:http')",
  ],
  cwd: tmpdir(),
  env: { PATH: process.env.PATH },
};

async function runBare(): Promise<void> {
  const limits = { timeoutMs: 60_000, signal: new AbortController().signal, groups: createProcessGroups() };
  for (let at = 0; at < runs; at++) await runCommand(command, limits);
}

async function runInMatrix(jobs: number): Promise<void> {
  const plan: RunPlan = {
    command,
    templates: [],
    handles: new Map(),
    results: [],
    readResults: async () => [],
    startCell: createStartCell({}, 'bench-control-token'),
    groups: createProcessGroups(),
  };
  const execute = createExecute({ plan, cache: undefined, timeoutMs: () => 60_000 });
  await runMatrix(anExploration(), {
    jobs,
    now: () => performance.now(),
    signal: new AbortController().signal,
    execute,
  });
}

/** Plans the same run again and again, so that only the execution is measured. */
function anExploration(): Pick<Exploration, 'next' | 'record' | 'stop'> {
  let planned = 0;
  let busy = 0;
  return {
    next: (): PlannedRun | 'wait' | 'done' => {
      if (planned === runs) return busy > 0 ? 'wait' : 'done';
      busy++;
      return { id: ++planned, purpose: 'choice', cell: { gaps: { etag: 'on' }, faults: [] } };
    },
    record: ({ outcome }: EndedRun) => {
      if (outcome.kind !== 'passed') throw new Error(`a run of the bench ${outcome.kind}`);
      busy--;
    },
    stop: () => {},
  };
}
