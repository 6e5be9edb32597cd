import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

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
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const { pid, stdout, stderr } = child;
  if (pid === undefined) throw new Error(`${server.name} cannot be started: ${program}`);
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
  stderr.setEncoding('utf8').on('data', (text: string) => {
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

/** The published command line, and that of another build to compare it with instead of the hand-written server. */
export const main: string = fileURLToPath(new URL('../dist/cli/main.cjs', import.meta.url));
const { BENCH_THAN: than } = process.env;

/** The product as shipped, with default settings. */
export function product(scenario: string, file: string = main): ServerCommand {
  const command = [process.execPath, file, '--scenario', scenario, '--port', '0', '--control-port', '0'];
  return {
    name: 'store-orders-sim',
    command,
    reset: async ({ said }) => {
      const [, controlUrl] = /(http:\S+) \(control\)/.exec(said) ?? [];
      const [, token] = /control token: (\w+)/.exec(said) ?? [];
      const headers = { authorization: `Bearer ${token}` };
      const url = `${controlUrl}/environments/production/reset`;
      const { status } = await fetch(url, { method: 'POST', headers });
      if (status >= 300) throw new Error(`POST ${url} returned ${status}`);
    },
  };
}

/** The baseline over the orders of a JSON scenario. */
export function raw(scenario: string): ServerCommand {
  if (than !== undefined) return product(scenario, than);
  const file = fileURLToPath(new URL('raw.mjs', import.meta.url));
  return {
    name: 'raw',
    command: [process.execPath, file, scenario],
    reset: async ({ pid }) => void process.kill(pid, 'SIGUSR2'),
  };
}

/** The smallest Express server: what its start costs without any code of ours. */
export const bareExpress: ServerCommand = {
  name: 'a bare Express listener',
  command: [process.execPath, fileURLToPath(new URL('express.mjs', import.meta.url))],
};

/** Returns true if a program is installed. */
export function has(program: string): boolean {
  return spawnSync('which', [program], { stdio: 'ignore' }).status === 0;
}

/** The cores for servers and load generators. */
type Core = 'server' | 'load';

const cores = availableParallelism();
const pins = has('taskset') && cores > 1;
const numberOf: Readonly<Record<Core, string>> = { server: '0', load: '1' };

/** Returns a command that runs on one core: servers on the first, load generators on the second. */
export function pinned(command: readonly string[], core: Core): readonly string[] {
  return pins ? ['taskset', '-c', numberOf[core], ...command] : command;
}

/** Returns the CPU time of all threads of a process in seconds, or NaN if the system does not report it. */
function cpuSeconds(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return (
      threads.reduce((sum, thread) => sum + nanoseconds(`/proc/${pid}/task/${thread}/schedstat`), 0) / 1e9
    );
  } catch {
    return Number.NaN;
  }
}

function nanoseconds(file: string): number {
  return Number(readFileSync(file, 'utf8').split(' ', 1)[0]);
}

/** Returns the resident memory of a process in MiB, or NaN if the system does not report it. */
function residentMiB(pid: number): number {
  try {
    const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kib) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** A port for a program that does not choose one itself. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
