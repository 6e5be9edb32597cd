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

test('in 128 MB, hundreds of environments are created until they are refused, and deleting makes room', async () => {
  const { container, control } = await startIn('128m', 'mixed');
  await using _ = container;
  const [count, error] = await untilRefused(10, (at) => control.createEnvironment({ name: `e${at}` }));
  expect(error, await endOf(container, error)).toBeInstanceOf(ControlApiError);
  expect(error).toMatchObject({ status: 507, code: 'out_of_memory' });
  expect(count).toBeGreaterThanOrEqual(380);
  expect((await container.list()).status).toBe(200);
  for (let at = 0; at < count; at += 1) await control.environment(`e${at}`).delete();
  await control.createEnvironment({ name: 'after' });
  expect(await container.inspect(survived)).toBe('true false');
});
