import { run } from '../../../src/cli/run.ts';

/**
 * Runs each command line that the parent process sends as if in a new process: with only its variables, with its own
 * output, and with an exit that does not end this process. Sends back `{ code, signal, stdout, stderr }`.
 */
type CommandLine = { readonly args: readonly string[]; readonly variables: Readonly<Record<string, string>> };

class Exit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

function keepOutput(stream: NodeJS.WriteStream): () => string {
  let kept = '';
  stream.write = (text: string | Uint8Array, ...more: readonly unknown[]) => {
    kept += String(text);
    const written = more.at(-1);
    if (typeof written === 'function') written();
    return true;
  };
  return () => kept;
}

async function runOne({ args, variables }: CommandLine) {
  const [stdout, stderr] = [keepOutput(process.stdout), keepOutput(process.stderr)];
  const { PATH } = process.env;
  process.env = { PATH, ...variables };
  process.exitCode = undefined;
  let code = 0;
  try {
    await run(args);
    code = Number(process.exitCode ?? 0);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    code = error.code;
  }
  process.removeAllListeners('uncaughtException');
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  return { code, signal: null, stdout: stdout(), stderr: stderr() };
}

process.exit = (code) => {
  throw new Exit(Number(code ?? process.exitCode ?? 0));
};
process.on('message', async (line: CommandLine) => process.send?.(await runOne(line)));
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
