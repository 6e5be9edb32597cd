import { defineConfig } from 'vitest/config';

/** The tests that mutation testing repeats: those that reach the mutated folders in this process. */
// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export.
export default defineConfig({
  test: {
    include: [
      'src/orders/**/*.test.ts',
      'src/simulation/**/*.test.ts',
      'test/conformance/*.test.ts',
      'test/service/**/*.test.ts',
      'test/faults/*.test.ts',
      'test/journal/*.test.ts',
      'test/gates.test.ts',
      'test/control/*.test.ts',
    ],
    testTimeout: 60_000,
  },
});
