'use strict';
// The first that each entry of the library loads. `neededNode` is that of package.json.
const { needsNode } = require('./needs-node.cjs');

const sentence = needsNode('store-orders-sim', neededNode);
if (sentence !== undefined) {
  const error = new Error(sentence);
  // Where it is thrown helps nobody.
  error.stack = `Error: ${sentence}`;
  throw error;
}
