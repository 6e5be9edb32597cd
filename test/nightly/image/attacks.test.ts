import { expect, test } from 'vitest';
import { Container } from '../../e2e/image/docker.ts';
import { request } from '../../support/raw-http.ts';
import * as service from '../hostile/attacks.ts';

/** A simulator, and the token of its control API. */
type Attacked = { readonly origin: string; readonly controlUrl: string; readonly token: string };

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
async function readLargeEnvironments(attacked: Attacked): Promise<void> {
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
async function sendManySecrets(attacked: Attacked): Promise<void> {
  const secrets = Array.from({ length: 100 }, (_, at) => `X-Key-${at}: ${'a'.repeat(8 + at)}`);
  const body = JSON.stringify({ message: 'a'.repeat(8_000) });
  const headers = [...secrets, 'Content-Type: application/json', 'Authorization: Bearer test-api-key'];
  for (let at = 0; at < 20; at += 1)
    await request(attacked.origin, 'POST', '/quickstart/messages', headers, body);
  await callMany(20, () => call(attacked, `${journal}?limit=20`), 200);
}

/** Reads pages of the journal 200 times at once. */
async function readManyPages(attacked: Attacked): Promise<void> {
  await callMany(200, () => call(attacked, `${journal}?limit=20`), 200, 507);
}

/** Sends four environments in YAML, each with 240 KB of fields that do not exist. */
async function sendUnknownFields(attacked: Attacked): Promise<void> {
  const body = Array.from({ length: 15_000 }, (_, at) => `unknown${at}: 1`).join('\n');
  const sent = { method: 'PUT', body, type: 'application/yaml' };
  await callMany(4, (at) => call(attacked, `/environments/yaml-${at}`, sent), 400, 507);
}

/** Signs in 60 times without the token, each time with a body of 1 MiB. */
async function signInWithLargeBodies(attacked: Attacked): Promise<void> {
  const sent = { method: 'POST', body: JSON.stringify({ token: 'x'.repeat(2 ** 20) }) };
  await callMany(60, () => call({ ...attacked, token: '' }, '/session', sent), 413, 'closed');
}

/** Lets 60 waits end at the same time, each of which shows 100 exchanges. */
async function endWaits(attacked: Attacked): Promise<void> {
  const path = `${journal}/wait?count=1000000&timeout=3s`;
  await callMany(60, () => call(attacked, path), 200, 409, 507);
}

const token = 'token-of-the-test';
const state = '{{.State.Running}} {{.State.OOMKilled}} {{.State.ExitCode}}';

/** Lists until the attack has ended, and returns how many lists there were. Throws unless each is a 200. */
async function listBeside(container: Container, attack: Promise<unknown>): Promise<number> {
  let ended = false;
  let lists = 0;
  const listing = async (): Promise<void> => {
    for (; !ended; lists += 1) {
      const response = await container.list();
      expect([response.status, (await response.arrayBuffer()).byteLength > 100]).toEqual([200, true]);
    }
  };
  const attacking = attack.finally(() => {
    ended = true;
  });
  await Promise.all([attacking, listing()]);
  return lists;
}

/** Opens connections that read nothing, and meanwhile others that read what they ask for. */
async function pipelineUnread(origin: string, count: number, requests: number): Promise<void> {
  const clients = service.openPipelines(origin, count, requests);
  await Promise.all(Array.from({ length: 20 }, () => service.pipeline(origin, 20)));
  for (const client of clients) client.destroy();
}

type Attacks = Readonly<Record<string, (attacked: Attacked) => Promise<unknown>>>;

const attacks: Attacks = {
  '200 reads of the journal at once': readManyPages,
  '60 waits that end together': endWaits,
  '20 connections that pipeline 2,564 lists each and read nothing': ({ origin }) =>
    pipelineUnread(origin, 20, 2_564),
  '1,000 clients without a token that ask for a document and read nothing': async ({ controlUrl }) => {
    const clients = await service.openIdle(controlUrl, 1_000, service.documentRequest);
    for (let at = 0; at < 20; at += 1) await (await fetch(`${controlUrl}/openapi/yaml`)).text();
    for (const client of clients) client.destroy();
  },
  '2 rounds of 100 bodies of 1 MiB that never end': async ({ origin }) => {
    for (let round = 0; round < 2; round += 1)
      for (const client of await service.openUnfinishedBodies(origin, 100)) client.destroy();
  },
  'environments in YAML with 15,000 unknown fields': sendUnknownFields,
  '60 bodies of 1 MiB that sign in without the token': signInWithLargeBodies,
};

/** These begin with an empty container, so that there is room for large environments. */
const largeReads: Attacks = {
  'reads of four environments of 10,000 orders': readLargeEnvironments,
  'a journal of 100 secrets in each request after them': sendManySecrets,
};

const logged: Attacks = {
  '2,500 requests without a key that have 300 headers each': ({ origin }) =>
    service.sendManyHeaders(origin, 2_500),
  // With more connections, another client may get a 503: half of the requests at once are for the first of each connection.
  '3 rounds of 150 connections that pipeline 60 lists each and read nothing': async ({ origin }) => {
    for (let round = 0; round < 3; round += 1) await pipelineUnread(origin, 150, 60);
  },
};

test.each([
  ['anywhere', attacks, 'some'],
  ['after large environments', largeReads, 'some'],
  ['with every request logged', logged, 'all'],
] as const)(
  'in a container of 128 MB, attacks %s neither end the process nor cost another client a response',
  async (_, all, logs) => {
    const variables = ['-e', `SIM_CONTROL_TOKEN=${token}`, '-e', `SIM_LOG_REQUESTS=${logs}`];
    await using container = await Container.ready(['--memory', '128m', ...variables]);
    const { origin, controlUrl } = container;
    for (const [name, attack] of Object.entries(all)) {
      const attacking = attack({ origin, controlUrl, token });
      const lists = await listBeside(container, attacking).catch(async (cause) => {
        const end = `running, out of memory, exit code: ${await container.inspect(state)}`;
        throw new Error(`${name}: ${end}\n${(await container.log()).slice(-1_000)}`, { cause });
      });
      expect(lists, name).toBeGreaterThan(0);
      expect(await container.inspect(state), name).toBe('true false 0');
    }
  },
  300_000,
);

test('in a container of 128 MB, 5,000 connections that stay open after a list leave the control API to others', async () => {
  await using container = await Container.ready(['--memory', '128m']);
  const clients = await service.openIdle(container.origin, 5_000, service.listRequest);
  for (let at = 0; at < 50; at += 1) expect((await fetch(`${container.controlUrl}/livez`)).status).toBe(200);
  for (const client of clients) client.destroy();
  expect(await container.inspect(state)).toBe('true false 0');
});
