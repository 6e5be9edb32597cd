import { ControlClient } from '../../../src/client/control-client.ts';
import { type Access, expectSame, shipped } from './bench-client.ts';
import { send } from './plain-http.ts';

/**
 * A test with an environment of its own, for which it chooses the body of a 409, since that is what it is about. No cell can
 * change what a test chooses.
 */
export async function runPinningClient({
  origin,
  controlUrl = '',
  controlToken = '',
}: Access): Promise<void> {
  const control = new ControlClient({ url: controlUrl, token: controlToken, serviceUrl: origin });
  await using environment = await control.createEnvironment({ gaps: { 'conflict-body': 'error' } });
  const { baseUrl, apiKey } = environment;
  const own = { origin: baseUrl.replace(/\/v1$/, ''), apiKey };
  const response = await send(own, 'DELETE', `/store/orders/${shipped}`);
  const { status } = (await response.json()) as { status: number };
  expectSame(status, 409, 'status in the body');
}
