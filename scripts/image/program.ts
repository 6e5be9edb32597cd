import { run } from '../../src/cli/run.ts';

// The entry of the image: main.ts without `await`, which a CommonJS bundle cannot have at its top. `run` ends the process
// on every error itself.
void run(process.argv.slice(2));
