import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { startSmall } from './small-simulator.ts';

test('with a small heap, environments of 20,000 orders are refused in time while 40 clients read their lists slowly', async () => {
  const { program, serviceUrl, control } = await startSmall();
  const scenario = { generate: [{ count: 20_000, status: 'pending', firstId: 1n } as const] };
  const clients: Socket[] = [];
  const create = async (at: number) => {
    await control.createEnvironment({ name: `e${at}`, apiKeys: ['key-of-the-test'], scenario });
    for (let client = 0; client < 20; client++) clients.push(await readSlowly(serviceUrl, `e${at}`));
  };
  let count = 0;
  const refused = await (async () => {
    for (;;) await create(count++);
  })().catch((error) => error);
  expect(refused).toMatchObject({ status: 507, code: 'out_of_memory' });
  expect(refused.message).toMatch(/fill the \d+ KiB that the heap has for them/);
  expect(clients.length).toBeGreaterThanOrEqual(40);
  const headers = { Authorization: 'Bearer key-of-the-test' };
  const list = await fetch(`${serviceUrl}/e0/v1/store/orders`, { headers });
  expect([list.status, (await list.text()).length > 1_000_000]).toEqual([200, true]);
  for (const client of clients) client.destroy();
  await control.environment('e0').delete();
  expect(program.child.exitCode).toBeNull();
});

/** Requests a list, and reads no more than its beginning. */
async function readSlowly(serviceUrl: string, name: string): Promise<Socket> {
  const client = connect(Number(new URL(serviceUrl).port), '127.0.0.1');
  client.write(
    `GET /${name}/v1/store/orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer key-of-the-test\r\n\r\n`,
  );
  await once(client, 'data');
  client.pause();
  return client;
}

test('with a small heap, clients that pipeline thousands of lists and read nothing end nothing, and others are served', async () => {
  const { program, serviceUrl, url } = await startSmall(['--scenario', 'mixed']);
  const headers = { Authorization: 'Bearer test-api-key' };
  const list = `GET /v1/store/orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${headers.Authorization}\r\n\r\n`;
  const clients = Array.from({ length: 20 }, () => {
    const client = connect(Number(new URL(serviceUrl).port), '127.0.0.1').on('error', () => {});
    client.pause().write(list.repeat(2564));
    return client;
  });
  for (let time = 0; time < 50; time += 1) {
    const responses = [fetch(`${serviceUrl}/v1/store/orders`, { headers }), fetch(`${url}/livez`)];
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200]);
  }
  for (const client of clients) client.destroy();
  expect(program.child.exitCode).toBeNull();
});
