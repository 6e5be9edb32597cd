import type { OpenEnvironment } from '../../../src/client/index.ts';
import type { Session } from '../../../src/control-api.ts';
import { controlToken } from '../../support/open-test-simulator.ts';

/** Sends the requests of clients after which the journal shows every field that an exchange can have. */
export async function useService(
  environment: OpenEnvironment,
  apiKey: string,
  serviceOrigin: string,
): Promise<void> {
  const headers = { Authorization: `Bearer ${apiKey}` };
  const send = async (method: string, path: string, init: RequestInit = {}): Promise<void> => {
    await fetch(environment.baseUrl + path, { method, headers, ...init }).catch(() => undefined);
  };
  await environment.faults.replace([
    { id: 'slow', kind: 'latency', delay: 1, operation: 'listOrders', times: 1 },
    { id: 'cut', kind: 'reset', operation: 'cancelOrder', when: 'after-commit', times: 1 },
  ]);
  await send('GET', '/store/orders');
  await send('DELETE', '/store/orders/8');
  await send('DELETE', '/store/orders/8', { body: Buffer.from([0xff, 0xfe]) });
  await send('DELETE', '/store/orders/404');
  await send('DELETE', '/store/orders/abc', { body: 'some text' });
  await send('GET', '/store/orders?limit=1');
  await send('POST', '/store/orders');
  await send('GET', '/pets/7');
  await send('GET', '/nowhere', { headers: { traceparent: 'any' } });
  await send('GET', '/store/orders', { headers: {} });
  await fetch(`${serviceOrigin}/quickstart/messages`, { method: 'POST', headers });
}

/** Signs in, looks at the session, and signs out. */
export async function useSession(controlUrl: string, described: typeof fetch): Promise<void> {
  const url = `${controlUrl}/session`;
  const type = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ token: controlToken });
  const response = await described(url, { method: 'POST', headers: type, body });
  const cookie = { Cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
  const { csrf } = (await (await described(url, { headers: cookie })).json()) as Session;
  await described(url, { method: 'DELETE', headers: { ...cookie, 'X-CSRF-Token': csrf } });
}
