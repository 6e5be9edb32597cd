import { defineConfig } from 'vitest/config';

// The tests that mutation testing repeats for each mutant: those that reach the mutated folders most directly. The
// whole suite would find a few more, and take a day.
const ofFolder: Readonly<Record<string, readonly string[]>> = {
  orders: ['src/orders/**/*.test.ts', 'test/service/order-id-spellings.test.ts'],
  simulation: [
    'src/simulation/**/*.test.ts',
    'test/service/gaps/*.test.ts',
    'test/journal/*.test.ts',
    'test/faults/*.test.ts',
    'test/gates.test.ts',
  ],
  check: ['src/check/**/*.test.ts', 'test/check/answers/*.test.ts', 'test/mutants/*.test.ts'],
};

export default defineConfig({
  test: {
    include: [...(ofFolder[process.env.MUTATED ?? ''] ?? Object.values(ofFolder).flat())],
    testTimeout: 60_000,
  },
});
