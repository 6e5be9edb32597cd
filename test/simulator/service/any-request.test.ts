import { createServer } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyRequest, askAny } from '../../fuzz/any-request.ts';
import { placed } from '../../support/an-environment.ts';
import { openTestSimulator } from '../../support/open-test-simulator.ts';
import { serveHere } from '../../support/serve-here.ts';

test('for any request the response is documented', async () => {
  const faults: unknown[] = [];
  await using simulator = await openTestSimulator({
    orders: [placed(1n), placed(2n, 'shipped'), placed(3n)],
    onError: (error) => faults.push(error),
  });
  const store = simulator.environments.production.state.store;
  const statuses = async (): Promise<string> =>
    JSON.stringify(store.list().orders.map(({ status }) => status));
  await fc.assert(
    fc.asyncProperty(anyRequest, async (request) => {
      const before = await statuses();
      const { status, wrong } = await askAny(simulator.serviceOrigin, request);
      expect(wrong).toBeUndefined();
      if (status !== 204) expect(await statuses()).toBe(before);
    }),
    { numRuns: 150 },
  );
  expect(faults).toEqual([]);
});

test('detects a server that responds with HTML pages', async () => {
  const server = createServer((_, response) => {
    response.writeHead(500, { 'Content-Type': 'text/html' }).end('<html>Error</html>');
  });
  await using broken = await serveHere(server);
  const property = fc.asyncProperty(anyRequest, async (request) => {
    expect((await askAny(broken.origin, request)).wrong).toBeUndefined();
  });
  expect((await fc.check(property, { numRuns: 5 })).failed).toBe(true);
});
