import { performance } from 'node:perf_hooks';
import { explore as exploreRuns } from '../../src/matrix/explore.ts';
import type { Cell, EndedRun, MatrixResult, Outcome, PlannedRun } from '../../src/matrix/model.ts';
import { formatCell } from '../../src/matrix/plan/cell.ts';
import { faultsOf, isAct } from '../../src/matrix/plan/fault-points.ts';
import type { RunRecord } from '../../src/simulator/environment/record/run-recorder.ts';
import type { StartOptions } from '../../src/simulator/start-options.ts';
import { startSimulatorFor } from '../../src/simulator/start-simulator.ts';
import { type BenchClient, benchScenario } from './clients/bench-client.ts';
import { createDelayClock, startPatience } from './clients/http.ts';

type RunClient = BenchClient['run'];

/** What a matrix named for a client of which the causes are known. */
export type Found = {
  /** Causes that are true. */
  readonly right: readonly string[];
  /** Causes that are not, or not minimal. */
  readonly wrong: readonly string[];
  /** The same of what others do: tests that expect a success fail then, which is no finding unless it is required. */
  readonly wrongActors: readonly string[];
  readonly flaky: readonly string[];
  /** The kinds of notes, without the one that a slow machine can hide. */
  readonly notes: readonly string[];
  /** Different cells that were run, the baseline included. */
  readonly cells: number;
  readonly runs: number;
};

/** Returns the text of a cell as the bench writes causes: with general parameters. */
export function causeText(cell: Cell): string {
  return formatCell(cell).replace(/\b(map|since|sunset|gone):\S+/g, '$1:…');
}

/** Compares the causes of a matrix with those that are known. */
export function compare({ causes }: BenchClient, result: MatrixResult): Found {
  const found = [...result.assumptions, ...result.faultCauses].map(({ cell }) => cell);
  const right = found.filter((cell) => causes.includes(causeText(cell)));
  const wrong = found.filter((cell) => !right.includes(cell));
  return {
    right: right.map(causeText),
    wrong: wrong.filter((cell) => !isAct(cell)).map(causeText),
    wrongActors: wrong.filter(isAct).map(causeText),
    flaky: result.flaky.map(({ cell }) => causeText(cell)),
    notes: [...new Set(result.notes.map(({ kind }) => kind))].filter(
      (kind) => kind !== 'retries-without-pause',
    ),
    cells: new Set(result.runs.map(({ run }) => formatCell(run.cell))).size,
    runs: result.runs.length,
  };
}

/** Calls a function with each item, some at a time, and returns the results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  call: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const rest = items.entries();
  const work = async (): Promise<void> => {
    for (const [at, item] of rest) results[at] = await call(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

/** How a matrix of the bench runs. */
export type ExploreOptions = StartOptions & {
  /** How many runs at a time. Most of them wait for a time-out or a Retry-After. */
  readonly jobs?: number;
  /** Whether to try faults too. Default: true. */
  readonly faults?: boolean;
};

/** Much longer than the time-outs of the clients that have one. */
const hangsAfterMs = 5_000;

/** Runs the matrix of a client in this process: real simulators and real requests, without a process for each run. */
export async function explore(
  client: RunClient,
  { jobs = 6, faults = true, ...options }: ExploreOptions = {},
): Promise<MatrixResult> {
  return exploreRuns((run) => runOnce(client, run, options), { jobs, faults });
}

async function runOnce(client: RunClient, run: PlannedRun, options: StartOptions): Promise<EndedRun> {
  const records: RunRecord[] = [];
  const { gaps, faults } = run.cell;
  const machine = createDelayClock();
  const simulator = await startSimulatorFor(
    { scenarioInline: benchScenario, ...options },
    {
      matrix: { cell: { gaps, faults: faultsOf(faults) }, onRecord: (record) => records.push(record) },
      machine,
    },
  );
  const startedAt = performance.now();
  const { origin } = new URL(simulator.baseUrl);
  const { controlUrl, controlToken } = simulator;
  const { isDelayed } = machine;
  const ended = client({ origin, apiKey: 'test-api-key', controlUrl, controlToken, isDelayed }).then(
    (): Outcome => ({ kind: 'passed' }),
    (): Outcome => ({ kind: 'failed', exit: 'exit code 1', tests: [] }),
  );
  using patience = startPatience(hangsAfterMs, isDelayed);
  const hung = new Promise<Outcome>((resolve) => {
    const outcome: Outcome = { kind: 'hung', afterMs: hangsAfterMs, tests: [] };
    patience.signal.addEventListener('abort', () => resolve(outcome));
  });
  const outcome = await Promise.race([ended, hung]);
  const ms = performance.now() - startedAt;
  await simulator.stop({ timeoutMs: 0 });
  await ended;
  return { run, outcome, records, ms };
}
