import { defineConfig } from 'vitest/config';

// Run by a script of its own: it needs minutes.
const apart = ['test/hostile/**', 'test/container/**'];

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'sockets', include: ['test/**/*.test.ts'], exclude: apart, testTimeout: 60_000 } },
      { test: { name: 'hostile', include: ['test/hostile/**/*.test.ts'], testTimeout: 120_000 } },
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
