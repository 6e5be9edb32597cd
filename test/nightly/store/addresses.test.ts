import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'iovalkey';
import { describe, expect, test } from 'vitest';
import { machineClock } from '../../../src/clock.ts';
import { connectStore } from '../../../src/simulator/environment/log/connect.ts';
import { packageRoot } from '../../../src/version.ts';
import { certificateFor } from '../../support/certificate-for.ts';
import { freePort } from '../../support/free-port.ts';
import { runAndJudge } from './history.ts';
import { ServedProcess } from './processes.ts';
import { cancel, ownPrefix, startOn } from './simulators.ts';
import { StoreServer, storeProgram } from './store-server.ts';

const operations = Number(process.env.STORE_OPERATIONS ?? 1_500);
/** Only in a long series: the roles of the servers take a minute to change twice. */
const seeds = process.env.STORE_SEEDS?.split(',') ?? [];
/** A replica must be in step before the primary may fail. */
const patience = { timeout: 60_000, interval: 100 };

/** A Sentinel of a primary and its replicas. */
class Sentinel implements Disposable {
  readonly port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'sentinel-'));
  readonly #process: ChildProcess;

  constructor(port: number, primary: StoreServer) {
    this.port = port;
    const file = join(this.#folder, 'sentinel.conf');
    const monitor = `sentinel monitor orders 127.0.0.1 ${primary.port} 1\nsentinel down-after-milliseconds orders 500\n`;
    writeFileSync(file, `port ${port}\nbind 127.0.0.1\n${monitor}sentinel failover-timeout orders 3000\n`);
    this.#process = spawn(storeProgram ?? '', [file, '--sentinel'], { stdio: 'ignore' });
  }

  async call(...command: readonly [string, ...string[]]): Promise<unknown> {
    const redis = new Redis(this.port, '127.0.0.1');
    try {
      return await redis.call(...command);
    } catch (error) {
      return error;
    } finally {
      redis.disconnect();
    }
  }

  /** Resolves once it leads to this primary, of which a replica is in step. */
  async leadsTo(primary: StoreServer): Promise<void> {
    await expect
      .poll(() => this.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'orders'), patience)
      .toEqual(['127.0.0.1', `${primary.port}`]);
    await expect
      .poll(() => primary.command((redis) => redis.info('replication')), patience)
      .toMatch(/role:master.*state=online/s);
  }

  [Symbol.dispose](): void {
    this.#process.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const replicaOf = (primary: StoreServer): Promise<StoreServer> =>
  StoreServer.start({ replicaof: `127.0.0.1 ${primary.port}` });

describe.skipIf(storeProgram === undefined)('the address of Sentinels', () => {
  test('leads to the primary, also after a failover', async () => {
    await using primary = await StoreServer.start();
    await using replica = await replicaOf(primary);
    using sentinel = new Sentinel(await freePort(), primary);
    const store = `redis+sentinel://127.0.0.1:${sentinel.port}/orders`;
    await sentinel.leadsTo(primary);
    await expect.poll(() => refusal(store), patience).toBe('');
    await using one = await startOn(store, { control: false });
    await using other = await startOn(store, { control: false });
    expect([await cancel(one, 1), await cancel(other, 1)]).toEqual([204, 409]);
    await primary.stop();
    // The primary ended with all its entries in the replica. Until that is the primary, requests are refused.
    await expect.poll(() => cancel(other, 1), patience).toBe(409);
    expect(await cancel(one, 1)).toBe(409);
    expect(await replica.command((redis) => redis.info('replication'))).toContain('role:master');
  });

  test.each(seeds)('with ?wait=1 loses nothing in a failover under load and back, seed %s', async (seed) => {
    await using first = await StoreServer.start();
    await using second = await replicaOf(first);
    using sentinel = new Sentinel(await freePort(), first);
    await sentinel.leadsTo(first);
    const store = `redis+sentinel://127.0.0.1:${sentinel.port}/orders?wait=1&${ownPrefix()}`;
    await expect.poll(() => refusal(store), patience).toBe('');
    const served = await Promise.all([1, 2, 3].map(() => ServedProcess.start(store)));
    await using stack = new AsyncDisposableStack();
    for (const one of served) stack.use(one);
    const chaos = async (grant: (count: number) => Promise<boolean>): Promise<void> => {
      const part = operations / 6;
      await grant(part);
      first.signal('SIGKILL');
      await grant(part);
      // The first comes back with all that it had confirmed, and becomes the replica.
      await first.stop();
      await first.start();
      await sentinel.leadsTo(second);
      await grant(part);
      expect(await sentinel.call('SENTINEL', 'FAILOVER', 'orders')).toBe('OK');
      await grant(part);
      await sentinel.leadsTo(first);
      await grant(operations);
    };
    const load = { seed, clients: 32, operations, environments: 3, chaos };
    const { violations, outcomes } = await runAndJudge(served, load);
    expect(violations).toEqual([]);
    expect(outcomes['cancel 204'] ?? 0).toBeGreaterThan(100);
  });

  test('does not bring a cancelled order back after a failover that lost its cancel and the way back', async () => {
    await using first = await StoreServer.start();
    await using second = await replicaOf(first);
    using sentinel = new Sentinel(await freePort(), first);
    await sentinel.leadsTo(first);
    const store = `redis+sentinel://127.0.0.1:${sentinel.port}/orders`;
    await expect.poll(() => refusal(store), patience).toBe('');
    await using one = await startOn(store);
    await using other = await startOn(store);
    expect(await cancel(one, 1)).toBe(204);
    await expect.poll(() => second.command((redis) => redis.info('replication')), patience).toContain('up');
    // From here, nothing replicates.
    await second.command((redis) => redis.replicaof('127.0.0.1', 1));
    expect(await cancel(one, 2)).toBe(204);
    first.signal('SIGKILL');
    await expect
      .poll(() => second.command((redis) => redis.info('replication')), patience)
      .toContain('role:master');
    // The second did not have the cancel, of which a process knows.
    await expect.poll(() => cancel(one, 2), patience).toBe(503);
    await expect.poll(() => refusal(store), patience).toBe('');
    expect([await cancel(other, 1), await cancel(one, 1)]).toEqual([503, 503]);
    await other.control?.environment('production').reset();
    expect([await cancel(other, 2), await cancel(one, 2)]).toEqual([204, 409]);
    await first.stop();
    await first.start();
    await sentinel.leadsTo(second);
    expect(await sentinel.call('SENTINEL', 'FAILOVER', 'orders')).toBe('OK');
    await sentinel.leadsTo(first);
    await expect.poll(() => cancel(one, 2), patience).toBe(409);
    expect([await cancel(other, 2), await cancel(other, 1)]).toEqual([409, 204]);
  });
});

describe.skipIf(storeProgram === undefined)('an address with TLS and a user', () => {
  test('leads to a server with a known certificate, if the user may do what the page says', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
    const { key, cert } = await certificateFor('localhost');
    const files = {
      key: join(folder, 'key.pem'),
      cert: join(folder, 'cert.pem'),
      users: join(folder, 'users.acl'),
    };
    writeFileSync(files.users, `user sims on >p@ss ~{orders}:* -@all ${rightsInGuide()}\n`);
    writeFileSync(files.key, key);
    writeFileSync(files.cert, cert);
    const port = await freePort();
    await using _store = await StoreServer.start({
      'tls-port': port,
      'tls-cert-file': files.cert,
      'tls-key-file': files.key,
      'tls-ca-cert-file': files.cert,
      'tls-auth-clients': 'no',
      aclfile: files.users,
    });
    const address = (user: string): string => `rediss://${user}@localhost:${port}?prefix=orders`;
    expect(await refusal(address('sims:p%40ss'))).toContain('self-signed certificate');
    await using served = await ServedProcess.start(address('sims:p%40ss'), { authority: files.cert });
    await using other = await ServedProcess.start(address('sims:p%40ss'), { authority: files.cert });
    await using wrong = await ServedProcess.start(address('sims:pass'), { authority: files.cert });
    expect([served.runs, other.runs, wrong.runs]).toEqual([true, true, false]);
    const load = { seed: 'tls', clients: 8, operations: 300, environments: 2 };
    const { violations, outcomes } = await runAndJudge([served, other], load);
    expect([violations, outcomes['cancel 500'], outcomes['put 500']]).toEqual([[], undefined, undefined]);
    expect(outcomes['cancel 204'] ?? 0).toBeGreaterThan(20);
    rmSync(folder, { recursive: true, force: true });
  });
});

/** What the guide says that a user needs, after the names of the keys. */
function rightsInGuide(): string {
  const guide = readFileSync(new URL('docs/guides/scaling.md', packageRoot), 'utf8');
  return /`~\{store-orders-sim\}:\* ([^`]+)`/.exec(guide)?.[1]?.replaceAll('\n', ' ') ?? '';
}

/** @returns why a store is refused, or an empty text */
async function refusal(address: string): Promise<string> {
  try {
    (await connectStore(address, { machine: machineClock, onEvent: () => {} })).close();
    return '';
  } catch (error) {
    return `${error}`;
  }
}
