#!/usr/bin/env node
import { run } from './run.ts';

await run(process.argv.slice(2), async (settings, logger) => {
  const { startServing } = await import('./start-serving.ts');
  return startServing(settings, logger);
});
