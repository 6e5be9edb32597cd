import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { authorization, has, pinned } from './server.ts';

/** A request to repeat. */
export type LoadPlan = {
  readonly url: string;
  readonly method?: 'GET' | 'DELETE';
  readonly key?: string;
  readonly connections: number;
  readonly seconds: number;
};

/** The result of a load. */
export type LoadResult = { readonly requests: number; readonly perSecond: number };

const usesWrk = has('wrk');
const run = promisify(execFile);

/** The name of the load generator. */
export const generator: string = usesWrk ? 'wrk' : 'autocannon';

/** Repeats one request on several connections. */
export async function load(plan: LoadPlan): Promise<LoadResult> {
  const { url, method = 'GET', key = authorization, connections, seconds } = plan;
  if (!usesWrk) {
    const headers = { authorization: key };
    const result = await autocannon({ url, method, headers, connections, duration: Math.max(1, seconds) });
    return { requests: result.requests.total, perSecond: result.requests.total / result.duration };
  }
  const script = join(tmpdir(), `store-orders-bench-${method}.lua`);
  await writeFile(script, `wrk.method = "${method}"\n`);
  const args = [`-c${connections}`, '-s', script, '-H', `Authorization: ${key}`, url];
  const said = await wrk(args, seconds);
  const requests = Number(/(\d+) requests in/.exec(said)?.[1]);
  return { requests, perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(said)?.[1]) };
}

/** Cancels the orders 1 to `last`, except every tenth, once each. */
export async function cancelAll(origin: string, last: number, connections = 16): Promise<LoadResult> {
  const { requests, seconds, refused } = usesWrk
    ? await cancelByWrk(origin, last, connections)
    : await cancelByCannon(origin, last, connections);
  // A cancel that was still on its way when a round ended may arrive after the reset of the next one.
  if (refused > connections) throw new Error(`${refused} of ${requests} cancels were refused by ${origin}`);
  return { requests, perSecond: requests / seconds };
}

type Cancels = { readonly requests: number; readonly seconds: number; readonly refused: number };

async function cancelByWrk(origin: string, last: number, connections: number): Promise<Cancels> {
  const script = fileURLToPath(new URL('cancels.lua', import.meta.url));
  const args = [`-c${connections}`, '-s', script, '-H', `Authorization: ${authorization}`, origin, `${last}`];
  // It exits once all orders are cancelled.
  const said = await wrk(args, Math.ceil(last / 10_000));
  const [, requests, seconds, refused] = /cancels (\d+) in ([\d.]+) s, (\d+) refused/.exec(said) ?? [];
  return { requests: Number(requests), seconds: Number(seconds), refused: Number(refused) };
}

async function cancelByCannon(url: string, last: number, connections: number): Promise<Cancels> {
  let id = 0;
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    id += 1;
    if (id % 10 === 0) id += 1;
    return { ...request, path: `/v1/store/orders/${id}` };
  };
  const amount = last - Math.floor(last / 10);
  const requests = [{ method: 'DELETE' as const, headers: { authorization }, setupRequest }];
  const result = await autocannon({ url, connections, amount, requests });
  return { requests: result.requests.total, seconds: result.duration, refused: result.non2xx };
}

/** Runs wrk for a number of seconds. wrk accepts only whole seconds, but prints its results on SIGINT. */
async function wrk(args: readonly string[], seconds: number): Promise<string> {
  const [program = '', ...rest] = pinned(['wrk', '-t1', `-d${Math.ceil(seconds) + 1}s`, ...args], 'load');
  const running = run(program, rest);
  const timer = setTimeout(() => running.child.kill('SIGINT'), seconds * 1000);
  const { stdout } = await running.finally(() => clearTimeout(timer));
  return stdout;
}
