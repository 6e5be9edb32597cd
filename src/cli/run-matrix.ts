import type { RunMatrix } from '../mcp/tools/run-matrix.ts';
import { UserError } from '../user-error.ts';
import { processContext } from './command-context.ts';

/** The end of what COMMAND printed, in characters: it says why a baseline fails. */
const maxOutput = 3_000;

/**
 * Creates a function that runs the command `matrix` in this process, one at a time. Nothing of it reaches stdout, which
 * belongs to the protocol. Aborting the call ends the runs.
 */
export function createMatrixRunner(): RunMatrix {
  const atExit = new Set<() => void>();
  process.once('exit', () => {
    for (const end of atExit) end();
  });
  let running = false;
  return async (args, { signal, onProgress }) => {
    if (running)
      throw new UserError({ what: 'a matrix is already running', hint: 'wait until it has ended' });
    running = true;
    try {
      const { matrixCommand } = await import('./matrix.ts');
      let [out, err, exitCode] = ['', '', 0];
      const command = matrixCommand({
        ...processContext(),
        out: { write: (text) => (out += text) },
        err: {
          write: (text) => {
            err = (err + text).slice(-maxOutput);
            onProgress(text.trimEnd());
          },
        },
        onInterrupt: (end) =>
          signal.aborted ? end() : signal.addEventListener('abort', end, { once: true }),
        onExit: (end) => atExit.add(end),
        setExitCode: (code) => {
          exitCode = code;
        },
      });
      await command
        .exitOverride()
        .configureOutput({ outputError: () => {} })
        .parseAsync(args, { from: 'user' });
      return { exitCode, text: exitCode === 3 ? `${out}\n${err}` : out };
    } finally {
      running = false;
      atExit.clear();
    }
  };
}
