import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/** Replaces `url.parse` and `url.resolve` in a package of Prism: Node 24 warns of them outside `node_modules` (DEP0169). */
export const withoutOldUrls: Plugin = {
  name: 'without url.parse',
  setup: ({ onLoad }) => {
    onLoad({ filter: /json-schema-ref-parser[\\/]lib[\\/]util[\\/]url\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replace('require("url").parse', '(text) => new URL(text)')
        .replace(
          'require("url").resolve',
          `(from, to) => {
            const { href, protocol, pathname, search, hash } = new URL(to, new URL(from, 'resolve://'));
            return protocol === 'resolve:' ? pathname + search + hash : href;
          }`,
        ),
    }));
  },
};
