import { request } from '../../support/raw-http.ts';

/** A simulator, and the token of its control API. */
export type Attacked = { readonly origin: string; readonly controlUrl: string; readonly token: string };

type Call = { readonly method?: string; readonly body?: string; readonly type?: string };

/** Calls the control API, and reads the response. Returns its status, or `closed` if the connection ended before it. */
async function call({ controlUrl, token }: Attacked, path: string, { method, body, type }: Call = {}) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type ?? 'application/json' };
  try {
    const response = await fetch(controlUrl + path, { method: method ?? 'GET', headers, body: body ?? null });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 'closed';
  }
}

type Status = Awaited<ReturnType<typeof call>>;

/** Makes calls at the same time. Throws if the status of one is not allowed. */
async function callMany(count: number, each: (at: number) => Promise<Status>, ...allowed: readonly Status[]) {
  const statuses = await Promise.all(Array.from({ length: count }, (_, at) => each(at)));
  const wrong = statuses.filter((status) => !allowed.includes(status));
  if (wrong.length > 0) throw new Error(`responses ${wrong.join(', ')}`);
  return statuses;
}

const journal = '/environments/production/journal';

/** Creates four environments of 10,000 orders, as far as there is room, reads all of each at the same time, and deletes them. */
export async function readLargeEnvironments(attacked: Attacked): Promise<void> {
  const body = JSON.stringify({
    scenario: { generate: [{ count: 10_000, status: 'pending', firstId: 1 }] },
  });
  const paths = [0, 1, 2, 3].map((at) => `/environments/large-${at}`);
  const there: string[] = [];
  for (const path of paths) {
    const [status] = await callMany(1, () => call(attacked, path, { method: 'PUT', body }), 201, 507);
    if (status === 201) there.push(path);
  }
  const targets = there.flatMap((path) => [`${path}/orders?limit=10000`, `${path}/snapshot`, journal]);
  await callMany(targets.length, (at) => call(attacked, targets[at] ?? ''), 200, 507);
  for (const path of there) await call(attacked, path, { method: 'DELETE' });
}

/** Sends requests with 100 secrets in headers and a body that resembles all of them, and reads them 20 times at once. */
export async function sendManySecrets(attacked: Attacked): Promise<void> {
  const secrets = Array.from({ length: 100 }, (_, at) => `X-Key-${at}: ${'a'.repeat(8 + at)}`);
  const body = JSON.stringify({ message: 'a'.repeat(8_000) });
  const headers = [...secrets, 'Content-Type: application/json', `Content-Length: ${body.length}`];
  headers.push('Authorization: Bearer test-api-key');
  for (let at = 0; at < 20; at += 1)
    await request(attacked.origin, 'POST', '/quickstart/messages', headers, body);
  await callMany(20, () => call(attacked, `${journal}?limit=20`), 200);
}

/** Reads pages of the journal 200 times at once. */
export async function readManyPages(attacked: Attacked): Promise<void> {
  await callMany(200, () => call(attacked, `${journal}?limit=20`), 200, 507);
}

/** Sends four environments in YAML, each with 240 KB of fields that do not exist. */
export async function sendUnknownFields(attacked: Attacked): Promise<void> {
  const body = Array.from({ length: 15_000 }, (_, at) => `unknown${at}: 1`).join('\n');
  const sent = { method: 'PUT', body, type: 'application/yaml' };
  await callMany(4, (at) => call(attacked, `/environments/yaml-${at}`, sent), 400, 507);
}

/** Signs in 60 times without the token, each time with a body of 1 MiB. */
export async function signInWithLargeBodies(attacked: Attacked): Promise<void> {
  const sent = { method: 'POST', body: JSON.stringify({ token: 'x'.repeat(2 ** 20) }) };
  await callMany(60, () => call({ ...attacked, token: '' }, '/session', sent), 413, 'closed');
}

/** Lets 60 waits end at the same time, each of which shows 100 exchanges. */
export async function endWaits(attacked: Attacked): Promise<void> {
  const path = `${journal}/wait?count=1000000&timeout=3s`;
  await callMany(60, () => call(attacked, path), 200, 409, 507);
}
