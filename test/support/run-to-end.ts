import { type ExecFileException, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../src/version.ts';

const root = fileURLToPath(packageRoot);

export type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };
type RunOptions = { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly timeout?: number };

/** Runs a program to its end, by default in the root of the repository. */
export function runToEnd(command: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const [program = '', ...args] = command;
  return new Promise((resolve, reject) => {
    const done = (error: ExecFileException | null, stdout: string, stderr: string): void => {
      if (error?.code === 'ENOENT') reject(error);
      else resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
    };
    execFile(program, args, { encoding: 'utf8', cwd: root, maxBuffer: 64e6, ...options }, done);
  });
}
