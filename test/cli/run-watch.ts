import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { checkCommand } from '../../src/cli/check.ts';
import { serverKey, startTinyServer, type TinyServer, type Twist } from '../check/mutants/honest-server.ts';
import { serveHere } from '../support/serve-here.ts';

/** The variable with the key of the shop. */
export const key = { STORE_ORDERS_API_KEY: serverKey };

/** A watch with an interval of an hour, whose rounds begin when the test says so. */
export type Watch = AsyncDisposable & {
  readonly out: () => readonly string[];
  readonly err: () => string;
  /** Resolves at the end of the running round. */
  round(): Promise<void>;
  /** Runs another round. */
  next(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a watch of a target. */
export function startWatch(url: string, ...args: readonly string[]): Watch {
  let [out, err] = ['', ''];
  const stopped = Promise.withResolvers<() => void>();
  let resume = (): void => {};
  let paused = Promise.withResolvers<void>();
  const command = checkCommand({
    env: key,
    stdin: Readable.from(['']),
    out: { write: (text) => (out += text) },
    err: { write: (text) => (err += text) },
    clock: {
      now: () => Date.parse('2026-01-20T10:00:00Z'),
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          if (ms < 60_000) return resolve();
          // The limit of a whole round, which is shorter than the pause between two.
          if (ms < 600_000) return;
          signal?.addEventListener('abort', () => resolve());
          resume = resolve;
          paused.resolve();
        }),
    },
    onInterrupt: stopped.resolve,
    setExitCode: () => {},
  });
  const ended = command.exitOverride().parseAsync([url, '--every', '1h', ...args], { from: 'user' });
  const round = async (): Promise<void> => {
    await Promise.race([paused.promise, ended]);
    paused = Promise.withResolvers();
  };
  const stop = async (): Promise<void> => {
    await Promise.race([stopped.promise.then((end) => end()), ended]);
    await ended;
  };
  const next = (): Promise<void> => {
    resume();
    return round();
  };
  // Each line begins with a time.
  const lines = (): readonly string[] => out.split('\n').map((line) => line.slice(25));
  return { out: lines, err: () => err, round, next, stop, [Symbol.asyncDispose]: stop };
}

/** A server that repeats the key in a header, and whose list is no array while `broken`. */
export async function startShop(state: { broken: boolean }): Promise<TinyServer> {
  const wire: Twist['wire'] = (honest) => {
    const isList = honest.status === 200 && state.broken;
    const headers = [...honest.headers, ['X-Echo', serverKey] as const];
    return { ...honest, headers, ...(isList && { body: '{"orders":"none"}' }) };
  };
  return startTinyServer({ wire });
}

/** A webhook that keeps what it received, and responds with `status`. */
export async function startWebhook(respond: { status: number }) {
  const received: { path: string; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    received.push({ path: `${request.method} ${request.url}`, body: Buffer.concat(parts).toString() });
    response.writeHead(respond.status).end();
  });
  const served = await serveHere(server);
  onTestFinished(() => served[Symbol.asyncDispose]());
  return { url: `${served.origin}/hooks/T0?token=secret-of-the-hook`, received };
}
