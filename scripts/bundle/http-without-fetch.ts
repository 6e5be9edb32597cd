import type { Plugin } from 'esbuild';

/**
 * To `import` Node's HTTP is to read every name it exports, and some of those load Node's own fetch: half of what a start
 * costs. Asked for as an object, it loads what is used.
 */
export const httpWithoutFetch: Plugin = {
  name: 'http without fetch',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:https?$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'builtin' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}');`,
    }));
  },
};
