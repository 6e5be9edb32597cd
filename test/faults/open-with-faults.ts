import { onTestFinished } from 'vitest';
import type { Fault } from '../../src/faults/fault.ts';
import { placed } from '../support/an-environment.ts';
import {
  openTestSimulator,
  type TestSimulator,
  type TestSimulatorOptions,
  testKey,
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

/** Returns the bytes of a request with the key of production. */
export function requestBytes(line: string, ...headers: readonly string[]): string {
  const all = [`${line} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${testKey}`, ...headers];
  return `${all.join('\r\n')}\r\n\r\n`;
}

export const listRequest: string = requestBytes('GET /v1/store/orders', 'Connection: close');
export const cancelRequest: string = requestBytes('DELETE /v1/store/orders/1', 'Connection: close');
