import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawFraction } from '../../src/draw.ts';
import { placed } from '../helpers/an-environment.ts';
import { openTestSimulator } from '../helpers/open-test-simulator.ts';
import { openCutProxy } from './cut-proxy.ts';
import { findViolations, ids } from './shared-history.ts';
import { startValkey, type TestValkey } from './start-valkey.ts';

let valkey: TestValkey;

beforeAll(async () => {
  valkey = await startValkey();
});

afterAll(() => valkey[Symbol.asyncDispose]());

/** Each operation whose outcome is unknown doubles the orders of events to look at, so that disturbed runs are short. */
const operations = { usual: 25, disturbed: 12 };
const seeds = Array.from({ length: 20 }, (_, at) => at);

/** Three simulators, each with a connection to the store that can be cut and held. */
async function openReplicas(prefix: string) {
  const open = async () => {
    const proxy = await openCutProxy(valkey.port);
    const simulator = await openTestSimulator({
      orders: ids.map((id) => placed(id)),
      gaps: { 'cancelled-in-list': 'remove', 'cancel-again': 'conflict', 'conflict-body': 'error' },
      store: `valkey://127.0.0.1:${proxy.port}?prefix=${prefix}&timeout=250`,
    });
    const { serviceOrigin, controlUrl } = simulator;
    return { serviceOrigin, controlUrl, simulator, proxy };
  };
  const replicas = [await open(), await open(), await open()];
  return {
    replicas,
    [Symbol.asyncDispose]: async () => {
      for (const { simulator, proxy } of replicas) {
        await simulator.stop(0);
        await proxy[Symbol.asyncDispose]();
      }
    },
  };
}

test.each(seeds)('three replicas are one register for each order, seed %i', async (seed) => {
  await using fleet = await openReplicas(`usual-${seed}`);
  expect(await findViolations(`${seed}`, fleet.replicas, { operations: operations.usual })).toEqual([]);
});

test.each(seeds)(
  'three replicas are one register while connections to the store break and stall, seed %i',
  async (seed) => {
    await using fleet = await openReplicas(`disturbed-${seed}`);
    const plan = { operations: operations.disturbed };
    const violations = await findViolations(`${seed}`, fleet.replicas, plan, ({ proxy }, label) => {
      const kind = drawFraction(label, 'disturb');
      if (kind < 0.03) proxy.cut();
      else if (kind < 0.05) {
        // Longer than the time-out: what was sent before arrives after its client got 503.
        proxy.hold(true);
        setTimeout(() => proxy.hold(false), 300).unref();
      }
    });
    expect(violations).toEqual([]);
  },
);
