import type { CommandContext } from '../../src/cli/command-context.ts';
import { proxyCommand } from '../../src/cli/proxy.ts';
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

/** Starts `proxy` in this process. */
export function startProxyCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  start: typeof startProxy = startProxy,
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
  start: typeof startProxy = startProxy,
): Promise<RunningCommand & { readonly baseUrl: string }> {
  const running = startProxyCommand(['--port', '0', ...args], env, start);
  const [, baseUrl = ''] = await running.said(/ready: (\S+) →/);
  return { ...running, baseUrl };
}
