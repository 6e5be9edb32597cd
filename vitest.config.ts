import { defineConfig } from 'vitest/config';

// Run by scripts of their own: they need minutes, a browser, or a Docker engine.
const apart = ['test/hostile/**', 'test/browser/**', 'test/container/**'];

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'sockets', include: ['test/**/*.test.ts'], exclude: apart, testTimeout: 60_000 } },
      {
        test: {
          name: 'hostile',
          include: ['test/hostile/**/*.test.ts'],
          globalSetup: 'test/hostile/print-figures.ts',
          testTimeout: 120_000,
        },
      },
      { test: { name: 'browser', include: ['test/browser/**/*.test.ts'], testTimeout: 60_000 } },
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
