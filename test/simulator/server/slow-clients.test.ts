import { expect, test } from 'vitest';
import { createHttpServer, type Patience } from '../../../src/simulator/server/http-server.ts';
import { parseResponse, sendRaw } from '../../helpers/raw-http.ts';
import { serveHere } from '../../helpers/serve-here.ts';

const hurried: Patience = {
  headersTimeout: 50,
  requestTimeout: 100,
  keepAliveTimeout: 50,
  connectionsCheckingInterval: 10,
};

async function sendToHurried(bytes: string): Promise<string> {
  const server = createHttpServer(
    (request, response) => request.on('end', () => response.end()).resume(),
    undefined,
    hurried,
  );
  await using here = await serveHere(server);
  return await sendRaw(here.origin, bytes);
}

test.each([
  ['headers that never end', 'GET / HTTP/1.1\r\nHost: localhost\r\nX: '],
  ['a request line that never ends', 'GET /v1/store'],
  ['a body that never comes', 'DELETE / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nab'],
])('cuts %s with a 408 and an Error body', async (_, bytes) => {
  const answer = parseResponse(await sendToHurried(bytes));
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'request_timeout', status: 408 });
});

test('cuts a connection that stays silent', async () => {
  expect(await sendToHurried('')).toMatch(/^$|408/);
});

test('hangs up on a client that keeps its connection and asks no more', async () => {
  expect(await sendToHurried('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 OK/);
});
