#!/usr/bin/env node
import { enableCompileCache, flushCompileCache } from 'node:module';

// Before anything else is loaded, so that the next start finds it compiled. Where no folder can be written, nothing is kept.
enableCompileCache();
const { run } = await import('./run.ts');
const { startServing } = await import('./start-serving.ts');

await run(process.argv.slice(2), startServing);
// A server may be killed, and then nothing is kept at its end.
flushCompileCache();
