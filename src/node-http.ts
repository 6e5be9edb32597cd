/**
 * Node's `http` and `https`. An `import` of the first evaluates each of its names, and one of them loads all that `fetch`
 * needs, which is a third of the time of a start; asked for like this, nothing is loaded but what is used.
 */
export const http: typeof import('node:http') = process.getBuiltinModule('node:http');

/** See `http`. Loaded when it is asked for, since few serve it. */
export function https(): typeof import('node:https') {
  return process.getBuiltinModule('node:https');
}
