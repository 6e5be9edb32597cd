import { defineConfig } from 'vitest/config';

// The tests that mutation testing repeats for each mutant: those beside the code, which need no socket. The others would
// find a few more, and take a day.
const beside: Readonly<Record<string, string>> = {
  orders: 'src/orders/**/*.test.ts',
  simulation: 'src/simulation/**/*.test.ts',
  check: 'src/check/**/*.test.ts',
};

export default defineConfig({
  test: {
    include: [beside[process.env.MUTATED ?? ''] ?? 'src/{orders,simulation,check}/**/*.test.ts'],
    testTimeout: 60_000,
  },
});
