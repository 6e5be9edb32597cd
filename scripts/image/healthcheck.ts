import { exitFor } from '../../src/cli/exit.ts';
import { healthcheck } from '../../src/cli/healthcheck.ts';

// The command `healthcheck` alone: a probe that stays beside the simulator shall not take the memory of all of it.
healthcheck(process.argv.slice(2)).catch((error: unknown) => {
  const { lines, exitCode } = exitFor(error, false);
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(exitCode);
});
