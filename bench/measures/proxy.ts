import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { compareInShortRounds, median, quantile } from '../compare.ts';
import { load } from '../load.ts';
import { openClient } from '../one-client.ts';
import { atLeast, atMost, type Row } from '../row.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { raw } from '../servers/product.ts';
import { forwardOnly, judging, otherProxies, type ProxyServer } from '../servers/proxies.ts';
import { cpuTimes, speeds } from './lists.ts';
import type { Bench } from './measure.ts';

const listOf100 = { name: 'list of 100', orders: 100, key: undefined };
const requests = [
  listOf100,
  { name: 'list of 10,000', orders: 10_000, key: undefined },
  { name: '401', orders: 100, key: 'Bearer another-key' },
];

/** Measures the proxy beside others in front of the same server, the delay that it adds, its memory, and what judging costs. */
export async function* proxy(bench: Bench): AsyncGenerator<Row> {
  for (const request of requests)
    for (const { proxy: other, least } of otherProxies)
      yield* besideEachOther(bench, request, [other, forwardOnly], least);
  yield await addedDelay(bench);
  yield await memoryOfSlowClient();
  yield* besideEachOther(bench, listOf100, [forwardOnly, judging]);
  yield await delayOfJudging(bench);
}

async function* besideEachOther(
  { files, pace }: Bench,
  { name, orders, key }: (typeof requests)[number],
  [other, ours]: readonly [ProxyServer, ProxyServer],
  least?: number,
): AsyncGenerator<Row> {
  await using upstream = await startServer(raw(await files.orders(orders)));
  const commandOf = (one: ProxyServer) => one.command(upstream.origin, files.folder);
  const compared = await compareInShortRounds(
    await commandOf(other),
    await commandOf(ours),
    pace,
    (seconds) => ({
      run: ({ origin, listPath }) =>
        load({
          url: `${origin}${listPath}`,
          ...(key === undefined ? {} : { key }),
          connections: 16,
          seconds,
        }),
    }),
  );
  const measure = `proxy, ${name}, ${ours === judging ? 'judging ' : ''}beside ${other.name}`;
  yield { measure, ratio: compared.speed, ...(least && { must: atLeast(least) }), ...speeds(compared) };
  yield { measure: `${measure}, CPU`, ratio: compared.cpu, ...cpuTimes(compared) };
}

const sampled = 500;
const sampledRounds = 20;

/** The p99 of one client through the proxy, less that without it, in milliseconds. */
async function addedDelay({ files }: Bench): Promise<Row> {
  await using upstream = await startServer(raw(await files.orders(100)));
  await using ours = await startServer(await forwardOnly.command(upstream.origin, files.folder));
  const [direct, proxied] = await delaysOf(upstream, ours);
  return {
    measure: 'proxy, list of 100, p99 added to one client, in ms',
    ratio: proxied - direct,
    must: atMost(1),
    raw: `${direct.toFixed(3)} ms`,
    product: `${proxied.toFixed(3)} ms`,
  };
}

/** The p99 of one client through a proxy that judges, beside that through one that does not. */
async function delayOfJudging({ files }: Bench): Promise<Row> {
  await using upstream = await startServer(raw(await files.orders(100)));
  await using silent = await startServer(await forwardOnly.command(upstream.origin, files.folder));
  await using judges = await startServer(await judging.command(upstream.origin, files.folder));
  const [plain, judged] = await delaysOf(silent, judges);
  return {
    measure: 'proxy, list of 100, p99 of one client, judging beside forward only',
    ratio: judged / plain,
    raw: `${plain.toFixed(3)} ms`,
    product: `${judged.toFixed(3)} ms`,
  };
}

/** The p99 of two servers: the medians of rounds in turns, because other load of the machine makes some of them late. */
async function delaysOf(one: ServerProcess, other: ServerProcess): Promise<readonly [number, number]> {
  const [first, second]: [number[], number[]] = [[], []];
  for (let round = 0; round < sampledRounds; round++) {
    first.push(await delays(one));
    second.push(await delays(other));
  }
  // The first rounds warm up.
  return [median(first.slice(4)), median(second.slice(4))];
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
