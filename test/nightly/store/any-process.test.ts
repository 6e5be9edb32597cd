import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Simulator, startSimulator } from '../../../src/simulator/start-simulator.ts';
import { signIn } from '../../simulator/control-api/console/sign-in.ts';
import { request } from '../../support/raw-http.ts';
import { StoreServer, storeProgram } from './store-server.ts';

const controlToken = 'token-of-the-tests';

describe.skipIf(storeProgram === undefined)('two processes of one store', () => {
  let store: StoreServer;
  beforeAll(async () => {
    store = await StoreServer.start();
  });
  afterAll(() => store[Symbol.asyncDispose]());

  /** Two processes, with what their logs show. */
  async function start(): Promise<AsyncDisposable & { one: Simulator; other: Simulator; log: string[] }> {
    const prefix = randomBytes(6).toString('hex');
    const log: string[] = [];
    const open = () =>
      startSimulator({
        store: `${store.url}?prefix=${prefix}`,
        controlToken,
        scenario: { orders: [{ id: 1 }] },
        onStore: () => {},
        onRequest: ({ target }) => void log.push(target),
      });
    const [one, other] = [await open(), await open()];
    const stop = async (): Promise<void> => void (await Promise.all([one.stop(), other.stop()]));
    return { one, other, log, [Symbol.asyncDispose]: stop };
  }

  test('hide a key that one of them gave in the journal and in the log of the other', async () => {
    await using running = await start();
    const { one, other, log } = running;
    const production = other.control?.environment('production');
    const mine = await one.control?.createEnvironment({ name: 'mine' });
    const added = await one.control?.environment('staging').keys.add();
    for (const key of [mine?.apiKey, added?.key]) {
      await fetch(`${other.baseUrl}/store/orders/1?note=${key}`, { method: 'DELETE' });
      const shown = inspect([await production?.journal.find(), log], { depth: 9 });
      expect(shown).toContain('?note=[redacted]');
      expect(shown).not.toContain(key);
    }
  });

  test('have the same sessions of the console, and a stream of events ends with its session in another', async () => {
    await using running = await start();
    const [one = '', other = ''] = [running.one, running.other].map(({ controlUrl }) => controlUrl);
    // As behind a balancer, where the browser sees one address.
    const { cookie, token } = await signIn(one, { token: controlToken });
    const status = async (method: string, path: string, origin: string, headers: readonly string[]) =>
      (await request(origin, method, path, headers)).status;
    expect(await status('GET', '/environments', other, [cookie])).toBe(200);
    expect(await status('POST', '/environments/production/reset', other, [cookie])).toBe(403);
    expect(await status('POST', '/environments/production/reset', other, [cookie, token])).toBe(200);
    const stream = status('GET', '/events', one, [cookie]);
    expect(await status('DELETE', '/session', other, [cookie, token])).toBe(204);
    expect(await stream).toBe(200);
    expect(await status('GET', '/environments', one, [cookie])).toBe(401);
  });
});
