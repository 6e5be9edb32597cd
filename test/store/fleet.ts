import { ControlClient } from '../../src/client/index.ts';
import {
  controlToken,
  openTestSimulator,
  type TestSimulator,
  type TestSimulatorOptions,
  testKey,
} from '../helpers/open-test-simulator.ts';

/** Simulators that share a store. Requests go to them in turn. */
export type Fleet = AsyncDisposable & {
  readonly all: readonly TestSimulator[];
  /** Sends a request to the next simulator. */
  send(method: 'GET' | 'DELETE', path: string, key?: string): Promise<Sent>;
  /** The control API of a simulator. */
  control(at: number): ControlClient;
};

export type Sent = { readonly status: number; readonly body: string };

/** Starts simulators that share the store at an address. */
export async function openFleet(
  store: string,
  count: number,
  options: TestSimulatorOptions = {},
): Promise<Fleet> {
  const all: TestSimulator[] = [];
  for (let at = 0; at < count; at++) all.push(await openTestSimulator({ ...options, store }));
  let turn = 0;
  return {
    all,
    send: (method, path, key) => sendTo(at(all, turn++), method, path, key),
    control: (one) => new ControlClient({ url: at(all, one).controlUrl, token: controlToken }),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(all.map((one) => one.stop(0)));
    },
  };
}

/** Sends a request of the service to one simulator. */
export async function sendTo(
  simulator: TestSimulator | undefined,
  method: 'GET' | 'DELETE',
  path: string,
  key: string = testKey,
): Promise<Sent> {
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`${simulator?.serviceOrigin}${path}`, { method, headers });
  return { status: response.status, body: await response.text() };
}

/** Asks until there is this status. The time-out of the test is the limit. */
export async function until(status: number, ask: () => Promise<{ readonly status: number }>): Promise<void> {
  while ((await ask()).status !== status) await new Promise((resolve) => setTimeout(resolve, 20));
}

function at<T>(all: readonly T[], index: number): T {
  const one = all[index % all.length];
  if (one === undefined) throw new Error('the fleet is empty');
  return one;
}
