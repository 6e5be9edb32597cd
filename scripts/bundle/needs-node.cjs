'use strict';
// Every Node.js since 14 can read this file; in a browser there is no version.

/** Returns a sentence if this Node.js is older than `needed`, such as `22.12`. */
function needsNode(name, needed) {
  const { node } = globalThis.process?.versions ?? {};
  if (node === undefined) return undefined;
  const [major, minor] = node.split('.').map(Number);
  const [neededMajor, neededMinor] = needed.split('.').map(Number);
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return undefined;
  return `${name} needs Node ${needed} or newer; this is ${major}.${minor}.`;
}

/** Throws that sentence. Each entry of the library calls it before it loads anything. */
function refuseOldNode(needed) {
  const sentence = needsNode('store-orders-sim', needed);
  if (sentence === undefined) return;
  const error = new Error(sentence);
  // Where it is thrown helps nobody.
  error.stack = `Error: ${sentence}`;
  throw error;
}

module.exports = { needsNode, refuseOldNode };
