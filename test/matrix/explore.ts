import { performance } from 'node:perf_hooks';
import { explore as exploreRuns } from '../../src/matrix/explore.ts';
import type { EndedRun, MatrixResult, Outcome, PlannedRun } from '../../src/matrix/model.ts';
import { faultsOf } from '../../src/matrix/plan/fault-points.ts';
import type { RunRecord } from '../../src/simulator/environment/record/run-recorder.ts';
import type { StartOptions } from '../../src/simulator/start-options.ts';
import { startSimulatorFor } from '../../src/simulator/start-simulator.ts';
import { benchScenario, type RunClient } from './clients/bench-client.ts';
import { createDelayClock, startPatience } from './clients/patience.ts';

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
    { scenario: benchScenario, ...options },
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
