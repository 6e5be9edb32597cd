import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { globalSetup: './start-store-orders.ts', testTimeout: 30_000 } });
