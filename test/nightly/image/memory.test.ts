import { expect, test } from 'vitest';
import { ControlApiError, ControlClient } from '../../../src/client/index.ts';
import { Container } from '../../e2e/image/docker.ts';

const token = 'token-of-the-test';

/** Starts a simulator with little memory, and returns it with a client of its control API. */
async function startIn(
  memory: string,
  scenario: string,
): Promise<{ container: Container; control: ControlClient }> {
  const variables = ['-e', `SIM_CONTROL_TOKEN=${token}`, '-e', `SIM_SCENARIO=${scenario}`];
  const container = await Container.ready(['--memory', memory, ...variables]);
  const { controlUrl: url, origin: serviceUrl } = container;
  return { container, control: new ControlClient({ url, token, serviceUrl }) };
}

/** Calls a function, some calls at a time, until one throws. Returns how often none did, and the error. */
const untilRefused = async (
  atOnce: number,
  each: (at: number) => Promise<unknown>,
): Promise<[number, unknown]> => {
  for (let count = 0; ; count += atOnce) {
    const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, (_, at) => each(count + at)));
    const failed = outcomes.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') return [count, failed.reason];
  }
};

/** Returns how a container is, and why a call failed. */
async function endOf(container: Container, error: unknown): Promise<string> {
  const cause = error instanceof Error ? `${error.message} ${error.cause}` : error;
  return `${cause}\nrunning, killed for its memory: ${await container.inspect(survived)}\n${await container.log()}`;
}

const survived = '{{.State.Running}} {{.State.OOMKilled}}';

test.each([
  ['mixed', 2_000],
  ['large', 20],
] as const)(
  'in 128 MB, environments of scenario %s are created until they are refused, and deleting makes room',
  async (scenario, least) => {
    const { container, control } = await startIn('128m', scenario);
    await using _ = container;
    // Lists of 10,000 orders that are sent at the same time need memory besides that of environments.
    const [count, error] = await untilRefused(scenario === 'large' ? 1 : 10, async (at) => {
      const environment = await control.createEnvironment({ name: `e${at}` });
      if (scenario === 'mixed') return;
      const headers = { Authorization: `Bearer ${environment.apiKey}` };
      const orders = `${environment.baseUrl}/store/orders`;
      const [, id = ''] = /"id":(\d+)/.exec(await (await fetch(orders, { headers })).text()) ?? [];
      expect((await fetch(`${orders}/${id}`, { method: 'DELETE', headers })).status).toBeLessThan(500);
      await (await fetch(orders, { headers })).arrayBuffer();
    });
    console.log(`${count} environments of scenario ${scenario} in 128 MB`);
    expect(error, await endOf(container, error)).toBeInstanceOf(ControlApiError);
    expect(error).toMatchObject({ status: 507, code: 'out_of_memory' });
    expect(count).toBeGreaterThan(least);
    expect((await container.list()).status).toBe(200);
    // All of them: the system gets the pages of a few back only by and by.
    for (let at = 0; at < count; at += 1) await control.environment(`e${at}`).delete();
    await control.createEnvironment({ name: 'after' });
    expect(await container.inspect(survived)).toBe('true false');
  },
);
