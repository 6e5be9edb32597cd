import { once } from 'node:events';
import { expect, test } from 'vitest';
import { dial, inParallel } from './raw-client.ts';
import { startSmall } from './small-simulator.ts';

test('with a small heap, 4,000 requests without a key that have 300 headers each end nothing', async () => {
  const { program, serviceUrl } = await startSmall();
  const headers = Array.from({ length: 300 }, (_, at) => `X-Header-${at}: ${'x'.repeat(32)}\r\n`).join('');
  await inParallel(8, 8, async (client) => {
    const path = client % 2 === 0 ? '/v1/store/orders' : '/staging/v1/store/orders';
    const socket = await dial(serviceUrl);
    socket.setMaxListeners(0);
    const closed = once(socket, 'close');
    for (let sent = 0; sent < 500 && !socket.closed; sent++) {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
      await Promise.race([once(socket, 'data'), closed]);
    }
    socket.destroy();
  });
  expect(program.child.exitCode).toBeNull();
  expect((await fetch(`${serviceUrl}/v1/store/orders`)).status).toBe(401);
});
