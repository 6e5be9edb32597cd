import { run } from '../../src/cli/run.ts';

/** The command line, as main.ts runs it: a CommonJS file cannot await at its top. `run` ends the process on an error. */
export const done: Promise<void> = run(process.argv.slice(2));
