import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { ControlResponse } from '../../http/control-response.ts';
import type { MemoryGuard } from '../../http/memory-guard.ts';
import { createLargeResponses, refuseLarge } from './large-responses.ts';

const client = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse;
const text = (length: number): ControlResponse => ({
  status: 200,
  text: 'x'.repeat(length),
  type: 'text/plain',
});

test('large responses are made one after the other, also after one that failed', async () => {
  const large = createLargeResponses();
  const steps: string[] = [];
  const make = (name: string) => async () => {
    steps.push(`begin ${name}`);
    await Promise.resolve();
    steps.push(`end ${name}`);
    if (name === 'b') throw new Error('planted');
    return text(1);
  };
  const made = await Promise.allSettled(['a', 'b', 'c'].map((name) => large(client(), make(name))));
  expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(steps).toEqual(['begin a', 'end a', 'begin b', 'end b', 'begin c', 'end c']);
});

test('a large response is refused while clients have not read those before it, and not made for a client that left', async () => {
  const large = createLargeResponses(10);
  const slow = client();
  await large(slow, async () => text(11));
  expect(await large(client(), async () => text(1))).toMatchObject({
    status: 507,
    json: { code: 'out_of_memory' },
  });
  slow.emit('close');
  expect(await large(client(), async () => text(1))).toEqual(text(1));
  const gone = Object.assign(client(), { destroyed: true });
  expect(await large(gone, () => Promise.reject(new Error('made')))).toBeUndefined();
});

test('a large response is refused while too many wait for their turn', async () => {
  const large = createLargeResponses(10, 2);
  const responses = [1, 2, 3].map(() => large(client(), async () => text(1)));
  expect((await Promise.all(responses)).map((response) => response?.status)).toEqual([200, 200, 507]);
  expect(await large(client(), async () => text(1))).toEqual(text(1));
});

test.each([
  ['orders', 1_000, undefined],
  ['orders', 1_001, 0],
  ['orders', 10_001, 10_001 * 1_024],
  ['exchanges', 100, undefined],
  ['exchanges', 101, 101 * 8_192],
] as const)('%s: room for %i needs %s bytes of the heap', (what, count, needed) => {
  const asked: (number | undefined)[] = [];
  const memory: MemoryGuard = { refusal: (bytes) => `full ${asked.push(bytes)}`, released: () => {} };
  const refused = refuseLarge(count, what, memory);
  expect(asked).toEqual(needed === undefined ? [] : [needed]);
  expect(refused?.status).toBe(needed === undefined ? undefined : 507);
});
