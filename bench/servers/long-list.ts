import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { authorization } from '../server-process.ts';

/**
 * A target with many orders for the check, and with ten at `/few/v1`; ignores query parameters. Fork it as
 * `long-list.ts COUNT`; it sends its port to its parent.
 */
function listOf(count: number): Buffer {
  const orders = Array.from(
    { length: count },
    (_, at) =>
      `{"id":${at + 1},"petId":${at % 97},"quantity":2,"shipDate":"2026-01-20T10:00:00Z","complete":false}`,
  );
  return Buffer.from(`[${orders.join(',')}]`);
}

const many = listOf(Number(process.argv[2]));
const few = listOf(10);

const server = createServer(({ url, method, headers }, response) => {
  const answer = (status: number, body: Buffer | string, more = {}): void =>
    void response
      .writeHead(status, { 'Content-Type': 'application/json', ...more, 'Content-Length': body.length })
      .end(body);
  const refuse = (status: number, more = {}): void =>
    answer(status, JSON.stringify({ code: 'refused', message: 'Refused.', status }), more);
  if (headers.authorization !== authorization) refuse(401, { 'WWW-Authenticate': 'Bearer' });
  else if (method === 'GET') answer(200, url?.startsWith('/few/') ? few : many);
  else refuse(404);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
