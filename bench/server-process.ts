import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { cpuSeconds, pinned, residentMiB } from './machine.ts';

/** The key that every server of the benchmark accepts. */
export const authorization = 'Bearer test-api-key';

/** A server in its own process. */
export type ServerProcess = AsyncDisposable & {
  /** `http://127.0.0.1:4010`, without a path. */
  readonly origin: string;
  /** The path of the list. */
  readonly listPath: string;
  /** Its output until it was ready. */
  readonly said: string;
  /** From the spawn to the end of the first 200 to an authenticated list request. */
  readonly startSeconds: number;
  cpuSeconds(): number;
  residentMiB(): number;
  /** Undoes every cancel. */
  reset(): Promise<void>;
};

/** How to start a server. */
export type ServerCommand = {
  readonly name: string;
  readonly command: readonly string[];
  readonly listPath?: string;
  /** Set if the server does not print its port. */
  readonly origin?: string;
  readonly cwd?: string;
  /** `ignored`: stderr goes nowhere, because reading a line for each request would burden the load generator. */
  readonly log?: 'ignored';
  readonly reset?: (process: { readonly pid: number; readonly said: string }) => Promise<void>;
};

/** Starts a server and waits for its first list. Disposing of it ends it. */
export async function startServer(
  server: ServerCommand,
  where: 'pinned' | 'anywhere' = 'pinned',
): Promise<ServerProcess> {
  const [program = '', ...args] = where === 'pinned' ? pinned(server.command, 'server') : server.command;
  const begun = performance.now();
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', server.log === 'ignored' ? 'ignore' : 'pipe'],
    cwd: server.cwd,
    detached: true,
  });
  const { pid, stdout } = child;
  if (pid === undefined || stdout === null) throw new Error(`${server.name} cannot be started: ${program}`);
  const ended = once(child, 'close');
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL');
    await ended;
  };
  let said = '';
  stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  let complained = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complained += text;
  });
  const listPath = server.listPath ?? '/v1/store/orders';
  try {
    for (let origin = server.origin; ; origin = server.origin ?? originIn(said)) {
      if (origin !== undefined && (await answers(`${origin}${listPath}`))) {
        const startSeconds = (performance.now() - begun) / 1000;
        return {
          origin,
          listPath,
          get said() {
            return said;
          },
          startSeconds,
          cpuSeconds: () => cpuSeconds(pid),
          residentMiB: () => residentMiB(pid),
          reset: async () => server.reset?.({ pid, said }),
          [Symbol.asyncDispose]: stop,
        };
      }
      if (server.origin === undefined) {
        if ((await Promise.race([once(stdout, 'data'), ended])).length === 2) throw new Error('it ended');
      } else await new Promise((resolve) => setTimeout(resolve, 5));
    }
  } catch (error) {
    await stop();
    throw new Error(`${server.name} did not start: ${said}${complained}`, { cause: error });
  }
}

function originIn(said: string): string | undefined {
  return /ready: (http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1];
}

function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(url, { agent: false, headers: { authorization } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200));
    }).on('error', () => resolve(false));
  });
}
