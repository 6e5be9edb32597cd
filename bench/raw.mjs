import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/**
 * The baseline: Node's own HTTP server with every byte prepared beforehand, and as few steps as the contract allows: key,
 * list, cancel, 404, 409. It is plain JavaScript, because Node would need longer to strip its types than to start it.
 *
 * `raw.mjs COUNT` generates orders, `raw.mjs FILE` reads them from a JSON scenario. SIGUSR2 undoes every cancel.
 */
const [given = '10'] = process.argv.slice(2);
const orders = given.endsWith('.json')
  ? JSON.parse(readFileSync(given, 'utf8')).orders
  : Array.from({ length: Number(given) }, (_, at) => makeOrder(at + 1));
const list = Buffer.from(JSON.stringify(orders, ['id', 'petId', 'quantity', 'shipDate', 'complete']));
const pending = new Map();
const reset = () => {
  for (const { id, status } of orders) pending.set(`${id}`, status !== 'shipped');
};

function makeOrder(id) {
  const fields = { id, petId: id % 97, quantity: 2, shipDate: '2026-01-20T10:00:00Z', complete: false };
  return id % 10 === 0 ? { ...fields, status: 'shipped' } : fields;
}

const error = (code, status) => JSON.stringify({ code, message: 'The request was refused.', status });
const refusals = new Map([401, 404, 409].map((status) => [status, error(`code_${status}`, status)]));
const listHead = ['Content-Type', 'application/json', 'Content-Length', `${list.length}`];

const server = createServer((request, response) => {
  const refuse = (status) => {
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
reset();
process.on('SIGUSR2', reset);
server.listen(0, '127.0.0.1', () => console.log(`ready: http://127.0.0.1:${server.address().port}`));
