import { request } from '../../support/raw-http.ts';

/** A simulator, and the token of its control API. */
export type Attacked = { readonly origin: string; readonly controlUrl: string; readonly token: string };

type Call = { readonly body?: string; readonly type?: string };

/** Calls the control API, and reads the response. Returns its status, or `closed` if the connection ended before it. */
async function call(
  { controlUrl, token }: Attacked,
  method: string,
  path: string,
  { body, type = 'application/json' }: Call = {},
): Promise<number | 'closed'> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type };
  try {
    const response = await fetch(controlUrl + path, { method, headers, body: body ?? null });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 'closed';
  }
}

const several = <T>(count: number, each: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => each(at)));

function expectOnly(what: string, statuses: readonly unknown[], ...allowed: readonly unknown[]): void {
  const wrong = statuses.filter((status) => !allowed.includes(status));
  if (wrong.length > 0) throw new Error(`${what}: responses ${wrong.join(', ')}`);
}

/** Creates four environments of 10,000 orders, as far as there is room, reads all of each at the same time, and deletes them. */
export async function readLargeEnvironments(attacked: Attacked): Promise<void> {
  const body = JSON.stringify({
    scenario: { generate: [{ count: 10_000, status: 'pending', firstId: 1 }] },
  });
  const paths = [0, 1, 2, 3].map((at) => `/environments/large-${at}`);
  const created: (number | 'closed')[] = [];
  for (const path of paths) created.push(await call(attacked, 'PUT', path, { body }));
  expectOnly('new environments of 10,000 orders', created, 201, 507);
  const there = paths.filter((_, at) => created[at] === 201);
  const reads = there.flatMap((path) =>
    [`${path}/orders?limit=10000`, `${path}/snapshot`, '/environments/production/journal?limit=1000'].map(
      (target) => call(attacked, 'GET', target),
    ),
  );
  expectOnly('reads of all orders', await Promise.all(reads), 200, 507);
  for (const path of there) await call(attacked, 'DELETE', path);
}

/** Sends requests with 100 secrets in headers and a body that resembles all of them, and reads them 20 times at once. */
export async function sendManySecrets(attacked: Attacked): Promise<void> {
  const secrets = Array.from({ length: 100 }, (_, at) => `X-Key-${at}: ${'a'.repeat(8 + at)}`);
  const body = JSON.stringify({ message: 'a'.repeat(8_000) });
  const headers = [...secrets, 'Content-Type: application/json', `Content-Length: ${body.length}`];
  headers.push('Authorization: Bearer test-api-key');
  for (let at = 0; at < 20; at += 1)
    await request(attacked.origin, 'POST', '/quickstart/messages', headers, body);
  const reads = await several(20, () => call(attacked, 'GET', '/environments/production/journal?limit=20'));
  expectOnly('the journal', reads, 200);
}

/** Reads pages of the journal 200 times at once. */
export async function readManyPages(attacked: Attacked): Promise<void> {
  const path = '/environments/production/journal?limit=20';
  expectOnly('pages of the journal', await several(200, () => call(attacked, 'GET', path)), 200, 507);
}

/** Sends four environments in YAML, each with 240 KB of fields that do not exist. */
export async function sendUnknownFields(attacked: Attacked): Promise<void> {
  const body = Array.from({ length: 15_000 }, (_, at) => `unknown${at}: 1`).join('\n');
  const sent = { body, type: 'application/yaml' };
  expectOnly(
    'YAML',
    await several(4, (at) => call(attacked, 'PUT', `/environments/yaml-${at}`, sent)),
    400,
    507,
  );
}

/** Signs in 60 times without the token, each time with a body of 1 MiB. */
export async function signInWithLargeBodies(attacked: Attacked): Promise<void> {
  const body = JSON.stringify({ token: 'x'.repeat(2 ** 20) });
  const statuses = await several(60, () => call({ ...attacked, token: '' }, 'POST', '/session', { body }));
  expectOnly('POST /session', statuses, 413, 'closed');
}

/** Lets 60 waits end at the same time, each of which shows 100 exchanges. */
export async function endWaits(attacked: Attacked): Promise<void> {
  const path = '/environments/production/journal/wait?count=1000000&timeout=3s';
  const statuses = await several(60, () => call(attacked, 'GET', path));
  expectOnly('waits that end', statuses, 200, 409, 507);
}
