import { describe, expect, test } from 'vitest';
import { machineClock } from '../../../src/clock.ts';
import { connectStore } from '../../../src/simulator/environment/log/connect.ts';
import { ownPrefix } from './simulators.ts';
import { StoreServer, storeProgram } from './store-server.ts';

/** Adds entries to a log of one entry, each with a text of so many bytes. */
const addEntries = `
for n = 2, tonumber(ARGV[1]) + 1 do
  redis.call('XADD', KEYS[1], n .. '-0', 'i', 'id-' .. n, 'e', string.rep('x', tonumber(ARGV[2])))
end`;

describe.skipIf(storeProgram === undefined)('the log of an environment', () => {
  test.each([
    [20_000, 10, 10_000],
    // The entries after the snapshot before stay, for the processes that know one of them.
    [40, 2 ** 20, 21],
  ])('of %i entries with %i bytes each has at most %i after two snapshots', async (count, bytes, left) => {
    await using store = await StoreServer.start();
    const prefix = ownPrefix();
    const log = await connectStore(`${store.url}?${prefix}`, { machine: machineClock, onEvent: () => {} });
    const place = { name: 'x', key: 'a-key', store: log.id };
    const state = { text: 'state', initial: { hash: 'hash', text: () => 'initial' }, keys: '[]' };
    const how = { replace: false, most: 10, endsAt: undefined };
    expect(await log.create(place, state, how)).toBe('created');
    const at = `{${prefix.slice(7)}}:log:a-key`;
    await store.command((redis) => redis.eval(addEntries, 1, at, count, bytes));
    for (const seq of [count / 2 + 1, count + 1])
      await log.snapshot(place, { seq, id: `id-${seq}` }, 'state');
    expect(await store.command((redis) => redis.xlen(at))).toBe(left);
    log.close();
  });
});
