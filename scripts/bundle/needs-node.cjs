'use strict';

/**
 * Returns a sentence if this Node.js is older than `needed`, such as `22.12`. Every Node.js since 14 can read this file; in a
 * browser there is none.
 */
module.exports.needsNode = function needsNode(name, needed) {
  const { node } = globalThis.process?.versions ?? {};
  if (node === undefined) return undefined;
  const [major, minor] = node.split('.').map(Number);
  const [neededMajor, neededMinor] = needed.split('.').map(Number);
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return undefined;
  return `${name} needs Node ${needed} or newer; this is ${major}.${minor}.`;
};
