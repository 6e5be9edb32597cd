import { MessageChannel } from 'node:worker_threads';
import type { CommandContext } from '../../src/cli/command-context.ts';
import { proxyCommand } from '../../src/cli/proxy.ts';
import { judgeMessages } from '../../src/traffic/proxy/observe/thread/judge-messages.ts';
import type { ThreadData } from '../../src/traffic/proxy/observe/thread/messages.ts';
import type { Judge } from '../../src/traffic/proxy/observe/thread/start-observing.ts';
import { startProxy } from '../../src/traffic/proxy/start-proxy.ts';

/** The output and the exit code of `proxy`. */
export type ProxyRun = { readonly out: string; readonly err: string; readonly code: number };

/** A proxy that runs in this process. */
export type RunningCommand = {
  /** Resolves with the match of a pattern in what was printed to stderr. */
  said(pattern: RegExp): Promise<RegExpExecArray>;
  interrupt(): void;
  /** Returns what was printed to stdout so far. */
  printed(): string;
  readonly ended: Promise<ProxyRun>;
};

/** Judges in this thread, but receives the same messages: test/traffic/thread.test.ts tests the thread. */
function judgeHere(data: ThreadData): Judge {
  const { port1: port, port2 } = new MessageChannel();
  void judgeMessages(port2, structuredClone(data));
  // A port has no end and no error, so that it lacks these events.
  return Object.assign(port, { terminate: async () => port.close() }) as unknown as Judge;
}

const startHere: typeof startProxy = (options) => startProxy({ ...options, startJudge: judgeHere });

/** Starts `proxy` in this process, without a thread for the judge. */
export function startProxyCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  start: typeof startProxy = startHere,
): RunningCommand {
  let [out, err, code] = ['', '', 0];
  let interrupt = (): void => {};
  const waiting = new Set<() => void>();
  const context: CommandContext = {
    env: { PATH: process.env.PATH, ...env },
    cwd: process.cwd(),
    out: { write: (text) => (out += text) },
    err: {
      write: (text) => {
        err += text;
        for (const wake of waiting) wake();
      },
    },
    onInterrupt: (end) => {
      interrupt = end;
    },
    onExit: () => {},
    setExitCode: (given) => {
      code = given;
    },
  };
  const ended = proxyCommand(context, start)
    .exitOverride()
    .configureOutput({ outputError: () => {}, writeOut: () => {} })
    .parseAsync(args, { from: 'user' })
    .then(() => ({ out, err, code }));
  ended.catch(() => {});
  const said = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const match = pattern.exec(err);
        if (match === null) return;
        waiting.delete(look);
        resolve(match);
      };
      waiting.add(look);
      ended.then(() => reject(new Error(`ended without ${pattern}: ${err}`)), reject);
      look();
    });
  return { said, interrupt: () => interrupt(), printed: () => out, ended };
}

/** Starts `proxy` on a free port. Returns the base address for clients, too. */
export async function openProxyCommand(
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
  start: typeof startProxy = startHere,
): Promise<RunningCommand & { readonly baseUrl: string }> {
  const running = startProxyCommand(['--port', '0', ...args], env, start);
  const [, baseUrl = ''] = await running.said(/ready: (\S+) →/);
  return { ...running, baseUrl };
}
