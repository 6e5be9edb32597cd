import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The baseline: Node's own HTTP server with every byte prepared beforehand and the fewest steps that still answer the
 * contract: key, list, cancel, 404, 409. What the product adds is measured against it.
 */
const count = Number(process.argv[2] ?? 10);
const order = (id: number): string =>
  `{"id":${id},"petId":${id % 97},"quantity":2,"shipDate":"2026-01-20T10:00:00Z","complete":false}`;
const list = Buffer.from(`[${Array.from({ length: count }, (_, at) => order(at + 1)).join()}]`);
const pending = new Map<string, boolean>(
  Array.from({ length: count }, (_, at) => [`${at + 1}`, (at + 1) % 10 !== 0]),
);

const error = (code: string, status: number): string =>
  JSON.stringify({ code, message: 'The request was refused.', status });
const refusals = new Map([401, 404, 409].map((status) => [status, error(`code_${status}`, status)]));
const listHead = ['Content-Type', 'application/json', 'Content-Length', `${list.length}`];

const server = createServer((request, response) => {
  const refuse = (status: number): void => {
    const body = refusals.get(status) ?? '';
    response.writeHead(status, ['Content-Type', 'application/json', 'Content-Length', `${body.length}`]);
    response.end(body, 'latin1');
  };
  if (request.headers.authorization !== 'Bearer test-api-key') return refuse(401);
  if (request.url === '/v1/store/orders') {
    response.writeHead(200, listHead);
    response.end(list);
    return;
  }
  const id = request.url?.slice('/v1/store/orders/'.length) ?? '';
  const state = pending.get(id);
  if (state === undefined) return refuse(404);
  if (!state) return refuse(409);
  pending.set(id, false);
  response.writeHead(204);
  response.end();
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
