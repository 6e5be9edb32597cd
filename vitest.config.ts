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

// The programs that tests start are many, and load the same modules.
const env = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled-tests', import.meta.url)),
};

// No test changes what it shares with others (the environment, a module, the global object), so that the files of a
// worker may share what they load.
const isolate = false;

const setupFiles = ['test/helpers/seed-properties.ts'];

export default defineConfig({
  test: {
    // Most tests wait for sockets and processes: with a worker for each of two cores, the cores are often idle.
    maxWorkers: availableParallelism() + 1,
    globalSetup: 'test/helpers/temporary-folder.ts',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,scripts}/**/*.test.ts'],
          testTimeout: 120_000,
          env,
          isolate,
          setupFiles,
        },
      },
      {
        test: {
          name: 'sockets',
          setupFiles,
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
          setupFiles,
          include: [
            'test/{additions,check/shop,docs/guides,hostile}/**/*.test.ts',
            'test/{docs/console,matrix/bench,recipes/action-matrix}.test.ts',
          ],
          env,
          testTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'examples',
          setupFiles,
          include: ['test/examples/projects/**/*.test.ts'],
          globalSetup: 'test/examples/set-up.ts',
          testTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'modules',
          setupFiles,
          include: ['test/modules/*.test.ts'],
          globalSetup: 'test/modules/set-up.ts',
          testTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'executable',
          setupFiles,
          include: ['test/executable/*.test.ts'],
          globalSetup: 'test/executable/set-up.ts',
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'install',
          setupFiles,
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
          setupFiles,
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 60_000,
          // As long as the browser waits for an element.
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'container',
          setupFiles,
          include: ['test/container/*.test.ts'],
          globalSetup: 'test/container/build-image.ts',
          testTimeout: 120_000,
        },
      },
    ],
  },
});
