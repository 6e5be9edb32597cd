#!/usr/bin/env node
'use strict';
// The command of the npm package. What Node compiles is kept for the next start; nothing is kept where no folder can be
// written, and in Deno, which has no such cache.
// The build writes the version of package.json for `neededNode`.
const { needsNode } = require('../needs-node.cjs');

const sentence = needsNode('store-orders-sim', neededNode);
if (sentence === undefined) {
  const { enableCompileCache, flushCompileCache } = require('node:module');

  enableCompileCache?.();
  // A server may be killed, so that what was compiled is kept once it is ready.
  require('./run.cjs')
    .run(process.argv.slice(2))
    .then(() => flushCompileCache?.());
} else {
  process.stderr.write(`error: ${sentence}\n`);
  process.exitCode = 2;
}
