import { defineConfig } from 'vitest/config';

// The tests that mutation testing repeats for each mutant: those that need no socket. The others would find a few more,
// and take a day.
const without: Readonly<Record<string, readonly string[]>> = {
  orders: ['src/orders/**/*.test.ts'],
  simulation: ['src/simulation/**/*.test.ts'],
  check: ['src/check/**/*.test.ts', 'test/**/told.test.ts'],
};

export default defineConfig({
  test: {
    include: [...(without[process.env.MUTATED ?? ''] ?? Object.values(without).flat())],
    isolate: false,
    testTimeout: 60_000,
  },
});
