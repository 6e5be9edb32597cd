import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (file: string): string => fileURLToPath(new URL(`../../../src/${file}`, import.meta.url));

/** Runs the tests of examples/vitest with the package in src/, not the published one. */
export default defineConfig({
  root: fileURLToPath(new URL('../../../examples/vitest', import.meta.url)),
  resolve: {
    alias: {
      'store-orders-sim/client': source('client/index.ts'),
      'store-orders-sim/testcontainers': source('testcontainers/index.ts'),
    },
  },
  test: { globalSetup: './start-store-orders.ts', testTimeout: 30_000 },
});
