import { onTestFinished } from 'vitest';
import { type Exit, exitFor } from '../../src/cli/exit.ts';
import { plain } from '../../src/cli/logger.ts';
import { type StartServing, serveCommand } from '../../src/cli/serve.ts';

/** A simulator of `serve` that runs in this process. */
export type Served = {
  readonly baseUrl: string;
  readonly stagingBaseUrl: string;
  readonly controlUrl: string | undefined;
  /** What was printed to stdout so far. */
  readonly out: () => string;
  /** The log so far. */
  readonly log: () => string;
  /** Resolves with the first match of a pattern in the log. */
  readonly logged: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Stops it as the first SIGTERM does. */
  readonly stop: () => Promise<void>;
};

const free = ['--port', '0', '--control-port', '0'];

/** Runs `serve` on free ports in this process. It stops at the end of the test. */
export async function serving(
  args: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
  start?: StartServing,
): Promise<Served> {
  let [out, log] = ['', ''];
  let stop = async (): Promise<void> => {};
  const waiting = new Set<() => void>();
  const command = serveCommand(start, {
    variables,
    out: { write: (text) => (out += text) },
    log: {
      write: (line) => {
        log += line;
        for (const look of waiting) look();
      },
      writableLength: 0,
    },
    logsToTerminal: false,
    paint: { out: plain, log: plain },
    onStop: (end) => {
      let stopped: Promise<void> | undefined;
      stop = () => (stopped ??= end('SIGTERM'));
    },
  });
  await command
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .parseAsync([...free, ...args], { from: 'user' });
  onTestFinished(() => stop());
  const [, baseUrl = '', stagingBaseUrl = '', controlUrl] =
    /ready: (\S+) \(production\), (\S+) \(staging\)(?:, (\S+) \(control\))?$/m.exec(out) ?? [];
  const logged = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve) => {
      const look = (): void => {
        const match = pattern.exec(log);
        if (match === null) return;
        waiting.delete(look);
        resolve(match);
      };
      waiting.add(look);
      look();
    });
  return { baseUrl, stagingBaseUrl, controlUrl, out: () => out, log: () => log, logged, stop: () => stop() };
}

/** Runs `serve` with arguments that it refuses. Returns how the process would end. */
export async function refusedToServe(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Exit> {
  const served = await serving(args, variables).catch((error: unknown) => exitFor(error, false));
  if ('baseUrl' in served) throw new Error(`it serves at ${served.baseUrl}`);
  return served;
}
