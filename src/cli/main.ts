#!/usr/bin/env node
import { wantsDebug } from '../settings/settings.ts';
import { endOf } from './end.ts';

const args = process.argv.slice(2);

/** Says what went wrong, on stderr, and ends the process: the one place where an error becomes an exit code. */
function end(error: unknown): never {
  const { lines, exitCode } = endOf(error, wantsDebug(args));
  if (lines.length > 0) process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(exitCode);
}

process.on('uncaughtException', end);
// Whoever reads our output may stop reading, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => (error.code === 'EPIPE' ? process.exit() : end(error)));

try {
  // The health check runs every few seconds: it loads nothing else.
  if (args[0] === 'healthcheck') await (await import('./healthcheck.ts')).healthcheck(args.slice(1));
  else await (await import('./program.ts')).runProgram(args);
} catch (error) {
  end(error);
}
