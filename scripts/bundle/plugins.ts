import { globSync, readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import { writeJson } from '../../src/json/json.ts';
import { createCatalog } from '../../src/simulator/scenarios/catalog.ts';

/** Fills `checked-scenarios.ts` with the built-in scenarios, read and checked while the program is bundled. */
export const builtInScenarios: Plugin = {
  name: 'built-in scenarios',
  setup: ({ onLoad }) => {
    onLoad({ filter: /scenarios[/\\]checked-scenarios\.ts$/ }, async () => {
      const catalog = createCatalog();
      const texts: Record<string, string> = {};
      for (const name of await catalog.names()) texts[name] = writeJson((await catalog.open(name)).content);
      return { contents: `export const checkedScenarios = ${JSON.stringify(texts)};` };
    });
  },
};

/** Modules of Node that load many others, or that a start does not need. */
const lazy = /^node:(?:child_process|crypto|fs\/promises|https?|v8|worker_threads|zlib)$/;

/**
 * Loads modules of Node when something of them is first used. `import` reads each name that `node:http` exports, and some
 * of those load Node's own fetch, which takes half of a start.
 */
export const lazyBuiltins: Plugin = {
  name: 'lazy modules of Node',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: lazy }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'builtin' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => {
      const names = Object.keys(process.getBuiltinModule(path) ?? {}).filter((name) => /^\w+$/.test(name));
      const getters = names.map((name) => `get ${name}() { return load().${name}; }`);
      return {
        contents: `let loaded;
          const load = () => (loaded ??= process.getBuiltinModule('${path}'));
          module.exports = { ${getters.join(', ')} };`,
      };
    });
  },
};

/**
 * Bundles of zod only the functions that the sources call as `z.name`. A bundler cannot leave out any part of `z`: of its
 * 600 KB a fifth remains, without the messages in 50 languages.
 */
export function usedOfZod(root: string): Plugin {
  return {
    name: 'used functions of zod',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^zod$/ }, ({ namespace }) =>
        namespace === 'used' ? undefined : { path: 'zod', namespace: 'used' },
      );
      onLoad({ filter: /.*/, namespace: 'used' }, async ({ path }) => {
        const whole: Readonly<Record<string, unknown>> = await import('zod');
        const called = globSync('src/**/*.ts', { cwd: root }).flatMap((file) =>
          [...readFileSync(root + file, 'utf8').matchAll(/\bz\s*\.\s*([a-z]\w*)/g)].map(
            ([, name = '']) => name,
          ),
        );
        const names = [...new Set(called)].filter((name) => typeof whole[name] === 'function');
        return path === 'zod'
          ? { contents: `export * as z from 'called';`, resolveDir: root }
          : { contents: `export { ${names.sort().join(', ')} } from 'zod';`, resolveDir: root };
      });
      onResolve({ filter: /^called$/ }, () => ({ path: 'called', namespace: 'used' }));
    },
  };
}

/**
 * Loads the parts of Express when something of them is first used: the router at the start; the app, whose body parsers
 * and tables of media types take three times as long, with the first request that needs them.
 */
export const expressInParts: Plugin = {
  name: 'Express in parts',
  setup: ({ onResolve, onLoad, initialOptions }) => {
    onResolve({ filter: /^express$/ }, ({ namespace }) =>
      namespace === 'parts' ? undefined : { path: 'express', namespace: 'parts' },
    );
    onLoad({ filter: /.*/, namespace: 'parts' }, () => ({
      contents: `module.exports = Object.defineProperties((...options) => require('express')(...options), {
        Router: { enumerable: true, get: () => require('router') },
        request: { enumerable: true, get: () => require('express').request },
      });`,
      resolveDir: initialOptions.absWorkingDir ?? '',
    }));
  },
};

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

/** What our packages load and we do not use, by the package, with what stands in for it. */
const unused: Readonly<Record<string, string>> = {
  // `express.json` and its like: the control API reads bodies itself.
  'body-parser': 'module.exports = {};',
  // Messages of Express and of the client of Valkey for their own developers.
  debug:
    'module.exports = () => Object.assign(() => {}, { enabled: false }); module.exports.default = module.exports;',
};

/** Leaves out what our packages load and we do not use. */
export const withoutUnused: Plugin = {
  name: 'without what is not used',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: new RegExp(`^(?:${Object.keys(unused).join('|')})$`) }, ({ path }) => ({
      path,
      namespace: 'unused',
    }));
    onLoad({ filter: /.*/, namespace: 'unused' }, ({ path }) => ({ contents: unused[path] ?? '' }));
  },
};

/**
 * Bundles each version of a package once, however often it is installed: npm puts a second and third copy beside the
 * packages that need it where another version has the place above, and each copy would run at the start.
 */
export function oneOfEach(): Plugin {
  const first = new Map<string, string>();
  return {
    name: 'one of each',
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...asked }) => {
        if (pluginData === 'asked again') return undefined;
        const found = await build.resolve(path, { ...asked, pluginData: 'asked again' });
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

/** The parts of Prism that send requests, make up responses, log or read Postman collections, as Prism names them. */
const unusedOfPrism =
  /^(?:\.\/(?:forwarder|instanceWithSpec|mocker|mocker\/generator\/HttpParamGenerator)|@stoplight\/http-spec\/postman\/operation|pino)$/;
/** The files that load those parts, and call none of them to judge a response. */
const loadsUnused =
  /prism-(?:http[/\\]dist[/\\](?:index|utils[/\\]operations)|core[/\\]dist[/\\]logger)\.js$/;

/** Bundles of Prism what reads OpenAPI documents and judges responses: 1.5 of 7 MB, without two fakers and a fetch. */
export const judgeOfPrism: Plugin = {
  name: 'what judges in Prism',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: unusedOfPrism }, ({ path, importer }) =>
      loadsUnused.test(importer) ? { path, namespace: 'unused of Prism' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'unused of Prism' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** Bundles the SDK of the Model Context Protocol without a JSON Schema validator, which only questions to the user need. */
export const serverOfMcp: Plugin = {
  name: 'the server of MCP',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, ({ path }) => ({
      path,
      namespace: 'mcp',
    }));
    onLoad({ filter: /.*/, namespace: 'mcp' }, () => ({
      contents: `export { default as process } from 'node:process'; export class DefaultJsonSchemaValidator {}`,
    }));
  },
};

/** The file, without `.cjs`, of each package or module that is loaded from a file of its own. */
export type FilesOfPackages = Readonly<Record<string, string>>;

/** Leaves the loading of `files` to the runtime, which finds them in `folder`. */
export function fromFiles(files: FilesOfPackages, folder: string): Plugin {
  const names = Object.keys(files).map((name) => name.replace(/[./]/g, '\\$&'));
  return {
    name: 'packages in files of their own',
    setup: ({ onResolve }) => {
      onResolve({ filter: new RegExp(`^(?:${names.join('|')})$`) }, ({ path, kind }) =>
        kind === 'entry-point' ? undefined : { path: `${folder}/${files[path]}.cjs`, external: true },
      );
    },
  };
}
