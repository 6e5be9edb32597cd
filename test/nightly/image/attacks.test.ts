import { expect, test } from 'vitest';
import { Container } from '../../e2e/image/docker.ts';
import { formsShown, sendKeyEverywhere, unusualKeys } from '../../support/keys-everywhere.ts';
import {
  documentRequest,
  listRequest,
  openIdle,
  openPipelines,
  openUnfinishedBodies,
  pipeline,
  sendManyHeaders,
} from '../hostile/attacks.ts';
import {
  type Attacked,
  endWaits,
  readLargeEnvironments,
  readManyPages,
  sendManySecrets,
  sendUnknownFields,
  signInWithLargeBodies,
} from '../hostile/control-attacks.ts';

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
async function pipelineUnread(origin: string, ...what: [number, number, 'none'?]): Promise<void> {
  const clients = openPipelines(origin, ...what);
  await Promise.all(Array.from({ length: 20 }, () => pipeline(origin, 20)));
  for (const client of clients) client.destroy();
}

const state = '{{.State.Running}} {{.State.OOMKilled}} {{.State.ExitCode}}';

/** Says whether the container runs, whether its kernel ended it, and what it logged last. */
async function describeEnd(container: Container): Promise<string> {
  const log = await container.log();
  return `running, out of memory, exit code: ${await container.inspect(state)}\n${log.slice(-1_000)}`;
}

/** Keys of staging, which reach the settings in one variable. */
const keys = unusualKeys.filter((key) => /^[ -~]+$/.test(key));

/** Sends keys of staging to production, in every form. Throws if the journal shows one. */
async function sendKeys({ origin, controlUrl, token }: Attacked): Promise<void> {
  for (const key of keys) await sendKeyEverywhere(origin, key, 'test-api-key');
  const headers = { Authorization: `Bearer ${token}` };
  // In pages, because a container of 64 MB has no room for more than 100 exchanges in one.
  let query = '';
  for (let pages = 0; pages < 10; pages += 1) {
    const page = await fetch(`${controlUrl}/environments/production/journal${query}`, { headers });
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(keys.flatMap((key) => formsShown(key, text))).toEqual([]);
    const { next } = JSON.parse(text);
    query = `?cursor=${next}`;
    if (next === undefined) break;
  }
}

const attacks: Readonly<Record<string, (attacked: Attacked) => Promise<unknown>>> = {
  '2,500 requests without a key that have 300 headers each': ({ origin }) => sendManyHeaders(origin, 2_500),
  '200 reads of the journal at once': readManyPages,
  '60 waits that end together': endWaits,
  '500 connections that pipeline 60 lists each and read nothing': ({ origin }) =>
    pipelineUnread(origin, 500, 60),
  '20 connections that pipeline 2,564 lists each and read nothing': ({ origin }) =>
    pipelineUnread(origin, 20, 2_564),
  '5 connections that pipeline 4,761 requests without a key each and read nothing': ({ origin }) =>
    pipelineUnread(origin, 5, 4_761, 'none'),
  '1,000 clients without a token that ask for a document and read nothing': async ({ controlUrl }) => {
    const clients = await openIdle(controlUrl, 1_000, documentRequest);
    for (let at = 0; at < 20; at += 1) await (await fetch(`${controlUrl}/openapi/control.yaml`)).text();
    for (const client of clients) client.destroy();
  },
  '2 rounds of 100 bodies of 1 MiB that never end': async ({ origin }) => {
    for (let round = 0; round < 2; round += 1)
      for (const client of await openUnfinishedBodies(origin, 100)) client.destroy();
  },
  'a journal of 100 secrets in each request': sendManySecrets,
  'keys of staging in every place and encoding': sendKeys,
  'environments in YAML with 15,000 unknown fields': sendUnknownFields,
  '60 bodies of 1 MiB that sign in without the token': signInWithLargeBodies,
};

/** These begin with an empty container, so that there is room for large environments. */
const largeReads: typeof attacks = {
  'reads of four environments of 10,000 orders': readLargeEnvironments,
  'a journal of 100 secrets in each request after them': sendManySecrets,
};

/** The container logs each request, for a reader that may be slow. */
const logged: typeof attacks = {
  '2,500 logged requests that have 300 headers each': ({ origin }) => sendManyHeaders(origin, 2_500),
  '500 connections that pipeline 60 logged lists each and read nothing': ({ origin }) =>
    pipelineUnread(origin, 500, 60),
};

test.each([attacks, largeReads, logged].map((all) => [Object.keys(all).length, all] as const))(
  'in a container of 128 MB, %i attacks neither end the process nor cost another client a response',
  async (_, all) => {
    const token = 'token-of-the-test';
    const variables = {
      SIM_CONTROL_TOKEN: token,
      SIM_STAGING_API_KEY: keys.join(','),
      SIM_LOG_REQUESTS: all === logged ? 'all' : 'some',
    };
    const options = Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    await using container = await Container.ready([
      ...['--memory', '128m'],
      '-e',
      'SIM_SCENARIO=mixed',
      ...options,
    ]);
    const { origin, controlUrl } = container;
    for (const [name, attack] of Object.entries(all)) {
      const begun = performance.now();
      const lists = await listBeside(container, attack({ origin, controlUrl, token })).catch(
        async (cause) => {
          throw new Error(`${name}: ${await describeEnd(container)}`, { cause });
        },
      );
      const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
      console.log(`${name}: ${lists} lists beside it in ${seconds} s`);
      expect(lists, name).toBeGreaterThan(0);
      expect(await container.inspect(state), name).toBe('true false 0');
    }
    const log = JSON.stringify(await container.log());
    expect(keys.flatMap((key) => formsShown(key, log))).toEqual([]);
  },
  300_000,
);

test('in a container of 128 MB, 5,000 connections that stay open after a list end nothing, and the control API responds', async () => {
  await using container = await Container.ready(['--memory', '128m']);
  const clients = await openIdle(container.origin, 5_000, listRequest);
  for (let at = 0; at < 50; at += 1) expect((await fetch(`${container.controlUrl}/livez`)).status).toBe(200);
  for (const client of clients) client.destroy();
  expect(await container.inspect(state)).toBe('true false 0');
}, 60_000);
