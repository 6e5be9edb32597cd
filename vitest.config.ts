import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'sockets',
          include: ['test/**/*.test.ts'],
          exclude: ['test/container/**'],
          testTimeout: 60_000,
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
