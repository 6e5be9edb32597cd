import { describe, expect, test } from 'vitest';
import { connectStore } from '../../../src/simulator/environment/store/connect-store.ts';
import { StoreServer, storeProgram } from './store-server.ts';

const record = (state: string) => ({ state, initial: state, summary: state });
const moved = 'Another process serves this environment now';

async function start() {
  const server = await StoreServer.start();
  const store = await connectStore(server.url, () => {});
  const { token } = await store.create('x', 'replace', record('one'), undefined);
  const stop = async (): Promise<void> => {
    store.close();
    await server[Symbol.asyncDispose]();
  };
  return { store, token, [Symbol.asyncDispose]: stop };
}

describe.skipIf(storeProgram === undefined)('a save', () => {
  test('is refused after a claim of another process, and after a later save', async () => {
    await using running = await start();
    const { store, token } = running;
    const first = { before: 1, sequence: 2 };
    expect(await store.save('x', token, first, record('two'))).toBe('ok');
    await expect(store.save('x', token, first, record('late'))).rejects.toThrow(moved);
    expect(await store.claim('x', 0)).toMatchObject({ state: 'two', sequence: 2 });
    await expect(store.save('x', token, { before: 2, sequence: 3 }, record('late'))).rejects.toThrow(moved);
    expect(await store.claim('x', 0)).toMatchObject({ state: 'two' });
  });

  test('is refused after a removal, and of the environment that was created since', async () => {
    await using running = await start();
    const { store, token } = running;
    expect(await store.remove('x')).toBe(true);
    await store.create('x', 'replace', record('other'), undefined);
    await expect(store.save('x', token, { before: 1, sequence: 2 }, record('late'))).rejects.toThrow(moved);
    expect([await store.remove('x', token), await store.claim('x', 0)]).toMatchObject([
      false,
      { state: 'other' },
    ]);
  });
});
