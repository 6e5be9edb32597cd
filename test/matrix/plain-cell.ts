import type { Fault as ControlFault } from '../../src/control-api.ts';
import type { Cell } from '../../src/matrix/model.ts';
import { faultsOf } from '../../src/matrix/plan/fault-points.ts';
import { startSimulatorFor } from '../../src/simulator/start-simulator.ts';
import { type BenchClient, benchScenario } from './clients/bench-client.ts';
import { createDelayClock, startPatience } from './clients/patience.ts';

/** `passed`, `hung`, or the message of the test that failed. */
export type PlainOutcome = 'passed' | 'hung' | { readonly failed: string };

/** Much longer than the time-outs of the clients that have one. */
const hangsAfterMs = 5_000;

/** Runs a client once against a simulator whose choices and faults are set by hand, without anything of `matrix`. */
export async function runInPlainSimulator(client: BenchClient, cell: Cell): Promise<PlainOutcome> {
  const machine = createDelayClock();
  const options = {
    scenario: benchScenario,
    // Outside of a cell, cancelled-in-list=remove changes this choice as well.
    gaps: { 'cancel-again': 'conflict', ...cell.gaps },
    onError: () => undefined,
  };
  await using simulator = await startSimulatorFor(options, { machine });
  for (const fault of faultsOf(cell.faults))
    await simulator.control?.environment('production').faults.add(fault as ControlFault);
  const { isDelayed } = machine;
  const ended = client
    .run({ origin: new URL(simulator.baseUrl).origin, apiKey: 'test-api-key', isDelayed })
    .then((): PlainOutcome => 'passed', describeFailure);
  using patience = startPatience(hangsAfterMs, isDelayed);
  const hung = new Promise<PlainOutcome>((resolve) => {
    patience.signal.addEventListener('abort', () => resolve('hung'));
  });
  const outcome = await Promise.race([ended, hung]);
  await simulator.stop({ timeoutMs: 0 });
  await ended;
  return outcome;
}

function describeFailure(error: unknown): PlainOutcome {
  return { failed: error instanceof Error ? error.message : String(error) };
}
