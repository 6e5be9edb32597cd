'use strict';
// `npm start`: runs the sources, if this Node.js can. Every Node.js since 14 can read this file.
const { needsNode } = require('./bundle/needs-node.cjs');

const sentence = needsNode('The source code of store-orders-sim', '24.18');
if (sentence === undefined) void import('../src/cli/main.ts');
else {
  const hint = 'Run `npm ci`, which installs one for this project alone, or install it yourself.';
  process.stderr.write(`error: ${sentence} ${hint}\n`);
  process.exitCode = 2;
}
