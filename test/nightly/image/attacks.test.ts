import { expect, test } from 'vitest';
import { Container } from '../../e2e/image/docker.ts';
import * as service from '../hostile/attacks.ts';
import * as control from '../hostile/control-attacks.ts';

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

type Attacks = Readonly<Record<string, (attacked: control.Attacked) => Promise<unknown>>>;

const attacks: Attacks = {
  '200 reads of the journal at once': control.readManyPages,
  '60 waits that end together': control.endWaits,
  '20 connections that pipeline 2,564 lists each and read nothing': ({ origin }) =>
    pipelineUnread(origin, 20, 2_564),
  '1,000 clients without a token that ask for a document and read nothing': async ({ controlUrl }) => {
    const clients = await service.openIdle(controlUrl, 1_000, service.documentRequest);
    for (let at = 0; at < 20; at += 1) await (await fetch(`${controlUrl}/openapi/control.yaml`)).text();
    for (const client of clients) client.destroy();
  },
  '2 rounds of 100 bodies of 1 MiB that never end': async ({ origin }) => {
    for (let round = 0; round < 2; round += 1)
      for (const client of await service.openUnfinishedBodies(origin, 100)) client.destroy();
  },
  'environments in YAML with 15,000 unknown fields': control.sendUnknownFields,
  '60 bodies of 1 MiB that sign in without the token': control.signInWithLargeBodies,
};

/** These begin with an empty container, so that there is room for large environments. */
const largeReads: Attacks = {
  'reads of four environments of 10,000 orders': control.readLargeEnvironments,
  'a journal of 100 secrets in each request after them': control.sendManySecrets,
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
