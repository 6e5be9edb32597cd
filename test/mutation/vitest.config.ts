import { defineConfig } from 'vitest/config';

// The tests that mutation testing repeats for each mutant: those beside the code, which need no socket. The others would
// find a few more, and take a day. `MUTATED` may also be the paths of tests, with commas between them.
const beside: Readonly<Record<string, string>> = {
  orders: 'src/orders/**/*.test.ts',
  simulation: 'src/simulation/**/*.test.ts',
  check: 'src/check/**/*.test.ts',
};
const mutated = process.env.MUTATED ?? 'orders,simulation,check';

export default defineConfig({
  test: {
    include: mutated.split(',').map((part) => beside[part] ?? part),
    // A fault that makes a test wait for ever is noticed by it.
    testTimeout: 5_000,
  },
});
