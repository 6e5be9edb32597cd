import { expect, test } from 'vitest';
import { openPipelines, openUnfinishedBodies, pipeline, sendManyHeaders } from '../hostile/attacks.ts';
import { Container } from './docker.ts';

const memories = ['64m', '128m', '256m'];

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
  const clients = openPipelines(origin, count, requests);
  await Promise.all(Array.from({ length: 20 }, () => pipeline(origin, 20)));
  for (const client of clients) client.destroy();
}

const state = '{{.State.Running}} {{.State.OOMKilled}} {{.State.ExitCode}}';

/** Says whether the container runs, whether its kernel ended it, and what it logged last. */
async function describeEnd(container: Container): Promise<string> {
  const log = await container.log();
  return `running, out of memory, exit code: ${await container.inspect(state)}\n${log.slice(-1_000)}`;
}

const attacks: Readonly<Record<string, (origin: string) => Promise<unknown>>> = {
  '4,000 requests without a key that have 300 headers each': (origin) => sendManyHeaders(origin, 4_000),
  '500 connections that pipeline 60 lists each and read nothing': (origin) => pipelineUnread(origin, 500, 60),
  '50 connections that pipeline 2,500 lists each and read nothing': (origin) =>
    pipelineUnread(origin, 50, 2_500),
  '2 rounds of 100 bodies of 1 MiB that never end': async (origin) => {
    for (let round = 0; round < 2; round += 1)
      for (const client of await openUnfinishedBodies(origin, 100)) client.destroy();
  },
};

test.each(memories)(
  'in a container of %s, no attack ends the process or costs another client a response',
  async (memory) => {
    await using container = await Container.ready(['--memory', memory, '-e', 'SIM_SCENARIO=mixed']);
    for (const [name, attack] of Object.entries(attacks)) {
      const lists = await listBeside(container, attack(container.origin)).catch(async (cause) => {
        throw new Error(`${name}: ${await describeEnd(container)}`, { cause });
      });
      console.log(`${memory}, ${name}: ${lists} lists beside it`);
      expect(lists, name).toBeGreaterThan(0);
      expect(await container.inspect(state), name).toBe('true false 0');
    }
  },
);
