import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Run by scripts of their own: they need minutes, a browser, a Docker engine, or the tools of other languages.
const apart = [
  'additions',
  'check/shop',
  'docs/console.test.ts',
  'docs/guides',
  'hostile',
  'browser',
  'container',
  'executable',
  'install',
  'examples/projects',
  'matrix/bench.test.ts',
  'modules',
  'recipes/action-matrix.test.ts',
].map((at) => `test/${at}{,/**}`);

// Those that do a part of their runs in `npm test`, and all of them in `npm run test:hostile`.
const inPart = globSync('{src,scripts,test}/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('/how-many.ts'),
);

// The programs that tests start are many, and load the same modules.
const env = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled-tests', import.meta.url)),
};

// No test changes what it shares with others (the environment, a module, the global object), so that the files of a
// worker may share what they load.
const isolate = false;

export default defineConfig({
  test: {
    // Most tests wait for sockets and processes: with a worker for each of two cores, the cores are often idle.
    maxWorkers: availableParallelism() + 1,
    globalSetup: 'test/helpers/temporary-folder.ts',
    projects: [
      { test: { name: 'unit', include: ['{src,scripts}/**/*.test.ts'], testTimeout: 120_000, env, isolate } },
      {
        test: {
          name: 'sockets',
          include: ['test/**/*.test.ts'],
          exclude: apart,
          testTimeout: 120_000,
          // A build of the package on a busy machine.
          hookTimeout: 120_000,
          env,
          isolate,
        },
      },
      {
        test: {
          name: 'hostile',
          include: [
            'test/{additions,check/shop,docs/guides,hostile}/**/*.test.ts',
            'test/{docs/console,recipes/action-matrix}.test.ts',
            ...inPart,
          ],
          env: { ...env, TEST_RUNS: 'full' },
          globalSetup: 'test/hostile/print-figures.ts',
          testTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'examples',
          include: ['test/examples/projects/**/*.test.ts'],
          globalSetup: 'test/examples/set-up.ts',
          testTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'modules',
          include: ['test/modules/*.test.ts'],
          globalSetup: 'test/modules/set-up.ts',
          testTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'executable',
          include: ['test/executable/*.test.ts'],
          globalSetup: 'test/executable/set-up.ts',
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'install',
          include: ['test/install/**/*.test.ts'],
          maxConcurrency: 10,
          testTimeout: 600_000,
          hookTimeout: 120_000,
          env,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 60_000,
          // As long as the browser waits for an element.
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'container',
          include: ['test/container/*.test.ts'],
          globalSetup: 'test/container/build-image.ts',
          testTimeout: 120_000,
        },
      },
    ],
  },
});
