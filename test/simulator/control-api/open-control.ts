import { ControlClient } from '../../../src/client/index.ts';
import {
  controlToken,
  openTestSimulator,
  type TestSimulator,
  type TestSimulatorOptions,
} from '../../support/open-test-simulator.ts';
import { createDescribedFetch } from './described-control.ts';

export type TestControl = AsyncDisposable & {
  readonly simulator: TestSimulator;
  readonly control: ControlClient;
};

/** Opens a simulator and a client of its control API that compares every response with the document. */
export async function openControl(options: TestSimulatorOptions = {}): Promise<TestControl> {
  const simulator = await openTestSimulator(options);
  const fetch = createDescribedFetch();
  const control = new ControlClient({ url: simulator.controlUrl, token: controlToken, fetch });
  return { simulator, control, [Symbol.asyncDispose]: () => simulator.stop(0) };
}

/** Sends a request to the service in an environment. Returns status and body of the response. */
export async function call(
  to: { readonly baseUrl: string; readonly apiKey: string },
  method: 'GET' | 'DELETE',
  path: string,
): Promise<{ readonly status: number; readonly body: string }> {
  const headers = { Authorization: `Bearer ${to.apiKey}` };
  const response = await fetch(to.baseUrl + path, { method, headers });
  return { status: response.status, body: await response.text() };
}

/** Returns the body of the list of an environment. */
export async function list(to: { readonly baseUrl: string; readonly apiKey: string }): Promise<string> {
  return (await call(to, 'GET', '/store/orders')).body;
}
