import { expect, test } from 'vitest';
import { KeyLookup } from './key-lookup.ts';

/** A store of which each call waits until it is answered. */
function slowStore(keys: ReadonlyMap<string, string>, id = 'store') {
  const calls: { names: readonly string[]; answer(): void; fail(): void }[] = [];
  const keysOf = (names: readonly string[]) =>
    new Promise<readonly (string | null)[]>((resolve, reject) => {
      const answer = () => resolve(names.map((name) => keys.get(name) ?? null));
      calls.push({ names, answer, fail: () => reject(new Error('the store does not respond')) });
    });
  return { calls, keysOf, id };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a flood of unknown names has one call under way, and the next one asks for all that came meanwhile', async () => {
  const store = slowStore(new Map([['here', 'key']]));
  const lookup = new KeyLookup(store);
  const first = lookup.find('unknown-0');
  await turn();
  const others = Array.from({ length: 1_000 }, (_, at) => lookup.find(`unknown-${at % 100}`));
  const here = lookup.find('here');
  await turn();
  expect(store.calls.map(({ names }) => names.length)).toEqual([1]);
  store.calls[0]?.answer();
  expect(await first).toBe(null);
  await turn();
  expect(store.calls.map(({ names }) => names.length)).toEqual([1, 101]);
  store.calls[1]?.answer();
  expect(await here).toBe('key');
  expect(new Set(await Promise.all(others))).toEqual(new Set([null]));
});

test('an environment that was created after a lookup of its name is found by the next one', async () => {
  const keys = new Map<string, string>();
  const store = slowStore(keys);
  const lookup = new KeyLookup(store);
  for (const expected of [null, 'key']) {
    const found = lookup.find('new');
    await turn();
    store.calls.at(-1)?.answer();
    expect(await found).toBe(expected);
    keys.set('new', 'key');
  }
});

test('a call that fails refuses its names only', async () => {
  const store = slowStore(new Map([['here', 'key']]));
  const lookup = new KeyLookup(store);
  const failed = expect(lookup.find('here')).rejects.toThrow('does not respond');
  await turn();
  const next = lookup.find('here');
  store.calls[0]?.fail();
  await failed;
  await turn();
  store.calls[1]?.answer();
  expect(await next).toBe('key');
});

test.each([
  ['another key', { name: 'a', key: 'earlier', store: 'store' }, true],
  ['its key', { name: 'a', key: 'key', store: 'store' }, false],
  ['another key in a store that was emptied since', { name: 'a', key: 'earlier', store: 'other' }, false],
  ['another key as production', { name: 'production', key: 'earlier', store: 'store' }, false],
])('an environment with %s was removed: %#', async (_, place, removed) => {
  const lookup = new KeyLookup({ id: 'store', keysOf: async () => ['key'] });
  expect(await lookup.misses(place)).toBe(removed);
});
