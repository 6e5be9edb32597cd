import { ControlClient } from '../../../src/client/index.ts';
import {
  controlToken,
  openTestSimulator,
  type TestSimulatorOptions,
} from '../../support/open-test-simulator.ts';
import { createDescribedFetch } from './described-control.ts';

/** Opens a simulator and a client of its control API that compares every response with the document. */
export async function openControl(options: TestSimulatorOptions = {}) {
  const simulator = await openTestSimulator(options);
  const fetch = createDescribedFetch();
  const control = new ControlClient({ url: simulator.controlUrl, token: controlToken, fetch });
  return { simulator, control, [Symbol.asyncDispose]: () => simulator.stop(0) };
}

type Target = { readonly baseUrl: string; readonly apiKey: string };

/** Sends a request to the service in an environment. Returns status and body of the response. */
export async function call({ baseUrl, apiKey }: Target, method: 'GET' | 'DELETE', path: string) {
  const response = await fetch(baseUrl + path, { method, headers: { Authorization: `Bearer ${apiKey}` } });
  return { status: response.status, body: await response.text() };
}

/** Returns the body of the list of an environment. */
export async function list(to: Target): Promise<string> {
  return (await call(to, 'GET', '/store/orders')).body;
}
