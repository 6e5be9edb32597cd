import { globSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';

// The programs that tests start are many, and load the same modules.
const env = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled-tests', import.meta.url)),
};
// A limit ends a test that hangs. No test is slow enough to need it.
const limits = { testTimeout: 120_000, hookTimeout: 120_000 };
const minutes = { testTimeout: 600_000, hookTimeout: 600_000 };
// A file changes nothing that others share (the environment, a module, the global object), so a worker needs no new context.
const shared = { env, isolate: false, ...limits };
const expect = { poll: { timeout: 30_000 } };

const projectOf = (name: string, test: object): TestProjectConfiguration => ({
  test: { name, setupFiles: ['test/support/seed-properties.ts'], ...test },
});

/** All tests below a folder of test/, after its set-up.ts. `nightly/image` has that of `e2e/image`. */
function testsBelow(folder: string): object {
  return {
    include: [`test/${folder}/**/*.test.ts`],
    globalSetup: globSync(`test/{${folder},e2e/${basename(folder)}}/set-up.ts`),
    env,
    expect,
  };
}

/** The stages of `.ci/run` that test what the build makes. */
const stages = ['package', 'image', 'browser'].map((name) =>
  projectOf(name, { ...testsBelow(`e2e/${name}`), ...limits }),
);

/** The suites of `.ci/nightly`. */
const suites = readdirSync(new URL('test/nightly', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => projectOf(`nightly:${name}`, { ...testsBelow(`nightly/${name}`), ...minutes }));

export default defineConfig({
  test: {
    // Most tests wait for sockets and processes: with a worker for each of two cores, the cores are often idle.
    maxWorkers: availableParallelism() + 1,
    globalSetup: 'test/support/new-folder.ts',
    // On a busy machine, a worker needs a while to end. Vitest only prints that it is late.
    teardownTimeout: 60_000,
    projects: [
      projectOf('unit', { include: ['{src,scripts}/**/*.test.ts'], ...shared }),
      projectOf('integration', {
        include: ['test/**/*.test.ts'],
        exclude: ['test/e2e/**', 'test/nightly/**'],
        ...shared,
      }),
      ...stages,
      ...suites,
    ],
  },
});
