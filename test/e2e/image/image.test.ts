import { StoreOrdersContainer } from 'store-orders-sim/testcontainers';
import { expect, test } from 'vitest';
import { Container, docker, image, labels, mountable, runImage } from './docker.ts';

test('a container of the package responds to cancels with each documented status', async () => {
  await using store = await new StoreOrdersContainer(image).withLabels(labels).start();
  await using pending = await store.control.createEnvironment({ scenario: 'pending' });
  await using shipped = await store.control.createEnvironment({ scenario: 'shipped' });
  const cancel = async (at: typeof pending, id: bigint, key = at.apiKey): Promise<number> => {
    const headers = { Authorization: `Bearer ${key}` };
    return (await fetch(`${at.baseUrl}/store/orders/${id}`, { method: 'DELETE', headers })).status;
  };
  const order = pending.handle('pending');
  expect([
    await cancel(pending, order, 'another-key'),
    await cancel(pending, order),
    await cancel(pending, 404n),
    await cancel(shipped, shipped.handle('shipped')),
  ]).toEqual([401, 204, 404, 409]);
});

test('the image runs on a read-only file system, without capabilities, as any user, and becomes healthy', async () => {
  const tight = '--read-only --cap-drop ALL --security-opt no-new-privileges --user 12345:0';
  await using container = await Container.ready(tight.split(' '));
  expect((await container.list()).status).toBe(200);
  expect(await container.health('healthy', 'unhealthy')).toBe('healthy');
});

test('a broken scenario ends the image with exit code 2 and the place of the mistake', async () => {
  const folder = mountable({ 'broken.yaml': 'orders:\n  - { id: 1, quantty: 2 }\n' });
  const options = ['-v', `${folder}:/scenarios:ro`, '-e', 'SIM_SCENARIO=broken'];
  const { code, stderr } = await runImage(options);
  expect([code, stderr]).toEqual([2, expect.stringContaining('/scenarios/broken.yaml:2:14 ')]);
});

test('SIGTERM ends a container with exit code 0', async () => {
  await using container = await Container.ready();
  await docker('stop', container.id);
  expect(await container.inspect('{{.State.ExitCode}} {{.State.OOMKilled}}')).toBe('0 false');
});
