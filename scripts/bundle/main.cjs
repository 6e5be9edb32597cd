#!/usr/bin/env node
'use strict';
// The command of the npm package. What Node compiles is kept for the next start; nothing is kept where no folder can be
// written, and in Deno, which has no such cache.
const { needsNode } = require('./needs-node.cjs');

const sentence = needsNode('store-orders-sim', neededNode);
if (sentence === undefined) {
  const { enableCompileCache, flushCompileCache } = require('node:module');

  enableCompileCache?.();
  // A server may be killed, so that what was compiled is kept once it is ready.
  require('./program.cjs').done.then(() => flushCompileCache?.());
} else {
  process.stderr.write(`error: ${sentence}\n`);
  process.exitCode = 2;
}
