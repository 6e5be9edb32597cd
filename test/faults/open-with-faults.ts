import { onTestFinished } from 'vitest';
import type { Fault } from '../../src/faults/fault.ts';
import { placed } from '../support/an-environment.ts';
import {
  openTestSimulator,
  type TestSimulator,
  type TestSimulatorOptions,
} from '../support/open-test-simulator.ts';

/** Opens a simulator with faults until the test ends. By default it has order 1, pending, and order 2, shipped. */
export async function openWithFaults(
  faults: readonly Fault[],
  rest: TestSimulatorOptions = {},
): Promise<TestSimulator> {
  const sim = await openTestSimulator({ orders: [placed(1n), placed(2n, 'shipped')], faults, ...rest });
  onTestFinished(() => sim.stop(0));
  return sim;
}
