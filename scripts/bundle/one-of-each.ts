import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/**
 * Takes each version of a package into the bundle once, however often it is installed: npm puts a second and third copy
 * beside those who need it where another version has the place above, and each copy would be run at the start.
 */
export function oneOfEach(): Plugin {
  const first = new Map<string, string>();
  return {
    name: 'one of each',
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...asked }) => {
        if (pluginData === 'asked again') return undefined;
        const { resolveDir, kind, importer } = asked;
        const found = await build.resolve(path, { resolveDir, kind, importer, pluginData: 'asked again' });
        const [, folder, name, file] =
          /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\/(.*)$/.exec(found.path) ?? [];
        if (found.external || folder === undefined) return found;
        const { version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
        const key = `${name}@${version}/${file}`;
        const chosen = first.get(key) ?? found.path;
        first.set(key, chosen);
        return { ...found, path: chosen };
      });
    },
  };
}
