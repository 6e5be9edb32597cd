import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { compareInShortRounds, quantile } from '../compare.ts';
import { load } from '../load.ts';
import { openClient } from '../one-client.ts';
import { atLeast, atMost, type Row } from '../row.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { raw } from '../servers/product.ts';
import { forwardOnly, otherProxies } from '../servers/proxies.ts';
import { cpuTimes, speeds } from './lists.ts';
import type { Bench } from './measure.ts';

const requests = [
  { name: 'list of 100', orders: 100, key: undefined },
  { name: 'list of 10,000', orders: 10_000, key: undefined },
  { name: '401', orders: 100, key: 'Bearer another-key' },
];

/** Measures the proxy beside others in front of the same server, the delay that it adds, and its memory. */
export async function* proxy(bench: Bench): AsyncGenerator<Row> {
  for (const request of requests) yield* besideOthers(bench, request);
  yield await addedDelay(bench);
  yield await memoryOfSlowClient();
}

async function* besideOthers(
  { files, pace }: Bench,
  { name, orders, key }: (typeof requests)[number],
): AsyncGenerator<Row> {
  await using upstream = await startServer(raw(await files.orders(orders)));
  const ours = await forwardOnly.command(upstream.origin, files.folder);
  for (const { proxy: other, least } of otherProxies) {
    const theirs = await other.command(upstream.origin, files.folder);
    const compared = await compareInShortRounds(theirs, ours, pace, (seconds) => ({
      run: ({ origin, listPath }) =>
        load({
          url: `${origin}${listPath}`,
          ...(key === undefined ? {} : { key }),
          connections: 16,
          seconds,
        }),
    }));
    const measure = `proxy, ${name}, beside ${other.name}`;
    yield { measure, ratio: compared.speed, ...(least && { must: atLeast(least) }), ...speeds(compared) };
    yield { measure: `${measure}, CPU`, ratio: compared.cpu, ...cpuTimes(compared) };
  }
}

const sampled = 2_000;

/** The p99 of one client through the proxy, less that without it, in milliseconds. */
async function addedDelay({ files }: Bench): Promise<Row> {
  await using upstream = await startServer(raw(await files.orders(100)));
  await using ours = await startServer(await forwardOnly.command(upstream.origin, files.folder));
  const p99 = { direct: Number.NaN, proxied: Number.NaN };
  // The first round warms up.
  for (let round = 0; round < 3; round++) {
    p99.direct = await delays(upstream);
    p99.proxied = await delays(ours);
  }
  return {
    measure: 'proxy, list of 100, p99 added to one client, in ms',
    ratio: p99.proxied - p99.direct,
    must: atMost(1),
    raw: `${p99.direct.toFixed(3)} ms`,
    product: `${p99.proxied.toFixed(3)} ms`,
  };
}

async function delays({ origin, listPath }: ServerProcess): Promise<number> {
  using client = openClient();
  const taken: number[] = [];
  for (let at = 0; at < sampled; at++) {
    const begun = performance.now();
    await client.send('GET', `${origin}${listPath}`);
    taken.push(performance.now() - begun);
  }
  return quantile(taken, 0.99);
}

const part = Buffer.alloc(64 * 1024, 'a');
const parts = 1_600;

/** The memory of the proxy while a client needs seconds for 100 MB that the upstream has ready. */
async function memoryOfSlowClient(): Promise<Row> {
  const server = createServer(async (_request, response) => {
    response.writeHead(200, { 'Content-Length': `${parts * part.length}` });
    for (let at = 0; at < parts; at++) if (!response.write(part)) await once(response, 'drain');
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Ready when it has forwarded one response of 100 MB to a fast client.
  await using ours = await startServer(await forwardOnly.command(upstream, ''));
  const before = ours.residentMiB();
  const client = connect(Number(new URL(ours.origin).port), '127.0.0.1');
  client.write('GET /v1/store/orders HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  let most = before;
  let length = 0;
  for await (const chunk of client) {
    length += chunk.length;
    if (length % (8 * part.length) < chunk.length) await wait(5);
    most = Math.max(most, ours.residentMiB());
  }
  server.close();
  return {
    measure: 'proxy, memory while a slow client reads 100 MB',
    ratio: most / before,
    must: atMost(1.5),
    raw: `${before.toFixed(0)} MiB`,
    product: `${most.toFixed(0)} MiB`,
  };
}
