// Measures what the check of a long list costs beside one plain list request, both in this process, in one run:
// node bench/check-large.ts [orders]. The target runs in a process of its own.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkContract } from '../src/check/check-contract.ts';

const authorization = 'Bearer test-api-key';
const rounds = 7;

/** A target of so many orders, and of none at `/none/v1`: what a check costs by itself. */
function serve(count: number): void {
  const orders = Array.from(
    { length: count },
    (_, index) =>
      `{"id":${index + 1},"petId":${index % 97},"quantity":2,"shipDate":"2026-01-20T10:00:00Z","complete":false}`,
  );
  const list = Buffer.from(`[${orders.join(',')}]`);
  const json = { 'Content-Type': 'application/json' };
  const server = createServer(({ url, method, headers }, response) => {
    const answer = (status: number, body: Buffer | string, more = {}): void =>
      void response.writeHead(status, { ...json, ...more, 'Content-Length': body.length }).end(body);
    const refuse = (status: number, more = {}): void =>
      answer(status, JSON.stringify({ code: 'refused', message: 'Refused.', status }), more);
    if (headers.authorization !== authorization) refuse(401, { 'WWW-Authenticate': 'Bearer' });
    else if (method === 'GET') answer(200, url?.startsWith('/none/') ? '[]' : list);
    else refuse(404);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

async function milliseconds(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

async function measure(count: number, port: number): Promise<void> {
  const origin = `http://127.0.0.1:${port}`;
  const list = (): Promise<Response> => fetch(`${origin}/v1/store/orders`, { headers: { authorization } });
  const check = async (path: string, level: 'observe' | 'probe'): Promise<void> => {
    const maxBodyBytes = 256 * 1024 ** 2;
    const report = await checkContract({ url: origin + path, apiKey: 'test-api-key', level, maxBodyBytes });
    if (report.exitCode !== 0) throw new Error(`the check ends with ${report.exitCode}`);
  };
  const measures: Readonly<Record<string, () => Promise<unknown>>> = {
    bytes: async () => (await list()).arrayBuffer(),
    orders: async () => (await list()).json(),
    none: () => check('/none/v1', 'observe'),
    observe: () => check('/v1', 'observe'),
    probe: () => check('/v1', 'probe'),
  };
  await check('/v1', 'observe');
  const taken = new Map(Object.keys(measures).map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, run] of Object.entries(measures)) taken.get(name)?.push(await milliseconds(run));
  const of = (name: string): number => median(taken.get(name) ?? []);
  const times = (level: string, base: string): string => ((of(level) - of('none')) / of(base)).toFixed(1);
  console.log(
    `${count} orders, medians of ${rounds} rounds; a check of none takes ${of('none').toFixed(0)} ms\n`,
  );
  console.log(
    '| check, less that of none | ms | × one list request, read as JSON | × the same, bytes alone |',
  );
  console.log('|---|--:|--:|--:|');
  for (const level of ['observe', 'probe']) {
    const net = (of(level) - of('none')).toFixed(0);
    console.log(`| ${level} | ${net} | ${times(level, 'orders')} | ${times(level, 'bytes')} |`);
  }
  const base = `one list request: ${of('orders').toFixed(0)} ms as JSON, ${of('bytes').toFixed(0)} ms as bytes`;
  console.log(`\n${base}; most memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`);
}

const count = Number(process.argv[2] ?? 100_000);
if (process.send !== undefined) serve(count);
else {
  const target = fork(import.meta.filename, [String(count)]);
  const [port] = await once(target, 'message');
  try {
    await measure(count, port);
  } finally {
    target.kill();
  }
}
