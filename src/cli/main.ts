#!/usr/bin/env node
import { run } from './run.ts';
import { startServing } from './start-serving.ts';

await run(process.argv.slice(2), startServing);
