import { exitFor } from '../../src/cli/exit.ts';
import { healthcheck } from '../../src/cli/healthcheck.ts';

// Only the command `healthcheck`: a probe should not load the whole program.
healthcheck(process.argv.slice(2)).catch((error: unknown) => {
  const { lines, exitCode } = exitFor(error, false);
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(exitCode);
});
