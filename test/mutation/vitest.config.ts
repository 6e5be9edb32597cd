import { defineConfig } from 'vitest/config';

// The tests that mutation testing repeats for each mutant: those that need no socket. The others would find a few more,
// and take a day. `MUTATED` may also be the paths of tests, with commas between them.
const without: Readonly<Record<string, readonly string[]>> = {
  orders: ['src/simulator/orders/**/*.test.ts'],
  environment: ['src/simulator/environment/**/*.test.ts'],
  checker: ['src/checker/**/*.test.ts', 'test/**/findings.test.ts'],
};
const mutated = process.env.MUTATED ?? 'orders,environment,checker';

export default defineConfig({
  test: {
    include: mutated.split(',').flatMap((part) => without[part] ?? [part]),
    testTimeout: 8_000,
  },
});
