import { expect, test } from 'vitest';
import { createMemoryGuard, type MemoryReading, type MemorySource } from './memory-guard.ts';

const mebibyte = 1024 * 1024;
const reading = (used: number, limit = 100): MemoryReading => ({
  used: used * mebibyte,
  limit: limit * mebibyte,
});

/** A process whose heap and container are set by a test. */
function fakeProcess(): MemorySource & {
  inHeap: number;
  garbage: number;
  inContainer: number | undefined;
  time: number;
  collections: number;
} {
  return {
    inHeap: 10,
    garbage: 0,
    inContainer: undefined,
    time: 0,
    collections: 0,
    heap() {
      return reading(this.inHeap + this.garbage);
    },
    container() {
      return this.inContainer === undefined ? undefined : reading(this.inContainer, 128);
    },
    collect() {
      this.garbage = 0;
      this.collections += 1;
      this.time += 50;
    },
    now() {
      return this.time;
    },
  };
}

test('while there is room, nothing is refused and nothing is collected', () => {
  const source = fakeProcess();
  source.inHeap = 80;
  expect(createMemoryGuard(source).refusal()).toBeUndefined();
  expect(source.collections).toBe(0);
});

test('a full heap is refused with figures and what to do', () => {
  const source = fakeProcess();
  source.inHeap = 81;
  expect(createMemoryGuard(source).refusal()).toBe(
    '81 of the 100 MiB of the heap are in use; delete environments, or give the process more memory (node --max-old-space-size, docker run --memory)',
  );
});

test('a full container is refused, whatever the heap', () => {
  const source = fakeProcess();
  source.inContainer = 110;
  expect(createMemoryGuard(source).refusal()).toMatch(
    /^110 of the 128 MiB of the memory of the container are in use; /,
  );
});

test('a quarter of a container stays free for what the guard does not count', () => {
  const source = { ...fakeProcess(), container: () => reading(97, 128) };
  expect(createMemoryGuard(source).refusal()).toContain('97 of the 128 MiB');
  source.container = () => reading(96, 128);
  expect(createMemoryGuard(source).refusal()).toBeUndefined();
});

test('a small container keeps 24 MiB free', () => {
  const source = { ...fakeProcess(), container: () => reading(41, 64) };
  expect(createMemoryGuard(source).refusal()).toContain('41 of the 64 MiB');
  source.container = () => reading(40, 64);
  expect(createMemoryGuard(source).refusal()).toBeUndefined();
});

test('garbage is collected instead of refused', () => {
  const source = fakeProcess();
  source.garbage = 85;
  expect(createMemoryGuard(source).refusal()).toBeUndefined();
  expect(source.collections).toBe(1);
});

test('collections take at most a tenth of the time, however many requests are refused', () => {
  const source = fakeProcess();
  source.inHeap = 90;
  const guard = createMemoryGuard(source);
  for (; source.time < 2_000; source.time += 1) expect(guard.refusal()).toBeDefined();
  expect(source.collections).toBe(4);
});

test('removed state is collected at once if memory is nearly full', () => {
  const source = fakeProcess();
  source.inHeap = 90;
  const guard = createMemoryGuard(source);
  guard.refusal();
  source.inHeap = 10;
  source.garbage = 80;
  expect(guard.refusal()).toBeDefined();
  guard.released();
  expect(source).toMatchObject({ collections: 2, garbage: 0 });
  expect(guard.refusal()).toBeUndefined();
  source.garbage = 60;
  guard.released();
  expect(source.collections).toBe(2);
});

test('work for whose memory the container has no room is refused', () => {
  const source = { ...fakeProcess(), container: () => reading(90, 128) };
  const guard = createMemoryGuard(source);
  expect(guard.refusal(6 * mebibyte)).toBeUndefined();
  expect(guard.refusal(7 * mebibyte)).toContain('90 of the 128 MiB of the memory of the container');
});

test('a guard refuses work for whose memory there is no room, and takes smaller work', () => {
  const source = fakeProcess();
  source.inHeap = 50;
  const guard = createMemoryGuard(source);
  expect(guard.refusal(29 * mebibyte)).toBeUndefined();
  expect(guard.refusal(31 * mebibyte)).toMatch(/^50 of the 100 MiB of the heap are in use/);
});
