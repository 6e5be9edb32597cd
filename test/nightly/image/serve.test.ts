import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ControlClient } from '../../../src/client/index.ts';
import { Container } from '../../e2e/image/docker.ts';

const idsOf = async (response: Promise<Response>): Promise<readonly string[]> =>
  [...(await (await response).text()).matchAll(/"id":(-?\d+)/g)].map(([, id = '']) => id);

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'scenarios-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await chmod(folder, 0o755);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

test('is configured only by environment variables', async () => {
  await using container = await Container.ready(
    Object.entries({
      SIM_SCENARIO_INLINE: 'orders:\n  - { id: 9007199254740993, status: pending }\n',
      SIM_API_KEY: 'mine',
      SIM_PROFILE: 'typical',
      SIM_CONTROL_TOKEN: 'token-of-the-test',
    }).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
  );
  expect(await idsOf(container.list(undefined, 'mine'))).toEqual(['9007199254740993']);
  const control = new ControlClient({ url: container.controlUrl, token: 'token-of-the-test' });
  expect(await control.environment('production').show()).toMatchObject({ profile: 'typical' });
  await expect(
    new ControlClient({ url: container.controlUrl, token: 'other' }).environments(),
  ).rejects.toThrow();
});

test('uses the given ports, in its health check too', async () => {
  await using container = await Container.ready(['-e', 'PORT=5010', '-e', 'SIM_CONTROL_PORT=5011']);
  expect(await container.health('healthy', 'unhealthy')).toBe('healthy');
});

test('its health check finds ports that are given as flags, within three seconds', async () => {
  await using container = await Container.ready([], '--port', '5000', '--control-port=5001');
  expect(await container.health('healthy', 'unhealthy')).toBe('healthy');
  const [started, healthy] = (
    await container.inspect('{{.State.StartedAt}} {{(index .State.Health.Log 0).End}}')
  ).split(/ (?=\d{4}-)/);
  console.log(`started ${started}, first healthy ${healthy}`);
  await using flagged = await Container.ready(['--init', '-e', 'SIM_PORT=5000'], 'serve', '--control', 'off');
  expect(await flagged.health('healthy', 'unhealthy')).toBe('healthy');
});

test('creates the environments of a mounted folder', async () => {
  const folder = await folderWith({ 'team-a.yaml': 'scenario: pending\n' });
  await using mounted = await Container.ready(['-v', `${folder}:/environments:ro`]);
  expect(await idsOf(mounted.list('/team-a/v1/store/orders'))).toEqual(['48210013']);
});

test('is healthy without the control API, over https', async () => {
  const variables = ['-e', 'SIM_CONTROL=off', '-e', 'SIM_TLS=self-signed'];
  await using container = await Container.ready(variables);
  expect(await container.health('healthy', 'unhealthy')).toBe('healthy');
});
