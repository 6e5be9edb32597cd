import { createServer } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placed } from '../../support/an-environment.ts';
import { openTestSimulator } from '../../support/open-test-simulator.ts';
import type { RawResponse } from '../../support/raw-http.ts';
import { serveHere } from '../../support/serve-here.ts';
import { type AnyRequest, anyRequest, sendAny } from './any-request.ts';

const documented = [200, 204, 304, 400, 401, 404, 405, 409, 501];

function expectDocumented({ line }: AnyRequest, { status, body }: RawResponse): void {
  expect(documented).toContain(status);
  if (body === '') expect(line.startsWith('HEAD') || [204, 400, 409].includes(status)).toBe(true);
  else if (status >= 400)
    expect(JSON.parse(body)).toEqual({ code: expect.any(String), message: expect.any(String), status });
}

test('for any request the response is documented', async () => {
  const faults: unknown[] = [];
  await using simulator = await openTestSimulator({
    orders: [placed(7n), placed(8n, 'shipped'), placed(9n)],
    onError: (error) => faults.push(error),
  });
  const statuses = () =>
    simulator.environments.production.state.store.list().orders.map(({ status }) => status);
  await fc.assert(
    fc.asyncProperty(anyRequest, async (request) => {
      const before = statuses();
      const response = await sendAny(simulator, request);
      expectDocumented(request, response);
      if (response.status !== 204) expect(statuses()).toEqual(before);
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
  const property = fc.asyncProperty(anyRequest, async (request) =>
    expectDocumented(request, await sendAny({ serviceOrigin: broken.origin }, request)),
  );
  expect((await fc.check(property, { numRuns: 5 })).failed).toBe(true);
});
