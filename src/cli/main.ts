#!/usr/bin/env node
import { enableCompileCache, flushCompileCache } from 'node:module';

// Before any other module loads, so that the next start finds them compiled. Does nothing if no folder is writable.
enableCompileCache();
const { run } = await import('./run.ts');

await run(process.argv.slice(2));
// Node.js writes the cache at exit, which a killed server never reaches.
flushCompileCache();
