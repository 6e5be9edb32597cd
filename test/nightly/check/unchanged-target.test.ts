import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkContract } from '../../../src/check/check-contract.ts';
import { readProfileFlags } from '../../../src/cli/profile-flags.ts';
import type { Report } from '../../../src/contract/report.ts';
import { ruleOf } from '../../../src/contract/rules/rules.ts';
import { type Simulator, startSimulator } from '../../../src/simulator/start-simulator.ts';
import { fastClock } from '../../check/fast-clock.ts';
import { newFolder } from '../../support/new-folder.ts';
import { drawFrom } from '../hostile/mutate-bytes.ts';

const fields = { petId: 7n, quantity: 2n, shipDate: '2026-01-20T10:00:00Z', complete: false } as const;
const apiKey = 'test-api-key';
const checks = 70;

/** Another client of the same target. */
type OtherClient = { act(): void; done(): Promise<unknown> };

/** Places, cancels and ships one order at each call, without waiting for the ones before. */
function otherClient({ baseUrl, control }: Simulator, number: number): OtherClient {
  const draw = drawFrom(number);
  const from = 100_000 * number;
  const orders = control?.environment('production').orders;
  const running: Promise<unknown>[] = [];
  let last = 0;
  const act = (): Promise<unknown> | undefined => {
    const own = from + draw(Math.max(1, last));
    const headers = { Authorization: `Bearer ${apiKey}` };
    switch (draw(4)) {
      case 0:
        return fetch(`${baseUrl}/store/orders/${own}`, { method: 'DELETE', headers });
      case 1:
        return orders?.ship(own);
      default: {
        const some = draw(2) === 0 ? fields : { petId: 8n };
        return orders?.put(from + last++, { ...some, status: 'pending' });
      }
    }
  };
  return {
    // An order may be cancelled before it ships.
    act: () => void running.push(Promise.resolve(act()).catch(() => undefined)),
    done: () => Promise.all(running),
  };
}

/** Someone else cancels an order, and leaves. */
async function cancelOnce({ baseUrl, control }: Simulator, number: number): Promise<void> {
  const order = 40_000 + number;
  await control?.environment('production').orders.put(order, { ...fields, status: 'pending' });
  const headers = { Authorization: `Bearer ${apiKey}` };
  await fetch(`${baseUrl}/store/orders/${order}`, { method: 'DELETE', headers });
}

/** Checks at level `cancel`, with two pending orders and a shipped one of its own. */
async function checkOnce(simulator: Simulator, number: number, others: OtherClient | undefined) {
  const orders = simulator.control?.environment('production').orders;
  const pendingIds = [10_000n + BigInt(number), 20_000n + BigInt(number)];
  const shippedIds = [30_000n + BigInt(number)];
  for (const id of pendingIds) await orders?.put(id, { ...fields, status: 'pending' });
  for (const id of shippedIds) await orders?.put(id, { ...fields, status: 'shipped' });
  return checkContract({
    url: simulator.baseUrl,
    apiKey,
    level: 'cancel',
    pendingIds,
    shippedIds,
    shared: others !== undefined,
    showGaps: true,
    clock: fastClock,
    onExchange: () => others?.act(),
  });
}

function alarmOf(report: Report): unknown {
  const drift = report.notes.filter((note) => note.startsWith('Drift'));
  const { exitCode, incomplete } = report;
  const findings = report.findings.filter(({ rule }) => ruleOf(rule).severity === 'violation');
  return exitCode === 0 ? [] : { exitCode, findings, incomplete, drift };
}

const lateAndSorted = {
  'cancelled-in-list': 'remove',
  'cancel-again': 'not-found',
  'list-lag': 'after-2-reads',
  'list-order': 'by-id',
  'error-codes': 'opaque',
  'extra-fields': 'some',
  etag: 'on',
};
const targets = [
  ['of the profile least-promise', { profile: 'least-promise' }],
  ['of the profile typical, in no order', { profile: 'typical', gaps: { 'list-order': 'shuffled' } }],
  ['that shows cancels later', { profile: 'typical', gaps: lateAndSorted }],
] as const;

test.each(targets)(
  `${checks} checks of a target %s, alone and with other clients, raise no alarm`,
  async (_name, options) => {
    const folder = newFolder();
    const file = join(folder, 'profile.yaml');
    await using simulator = await startSimulator({ ...options, scenario: { orders: [] } });
    const emit = await readProfileFlags({ emitProfile: file });
    await emit.write(await checkOnce(simulator, 0, undefined));
    const expected = await readProfileFlags({ emitProfile: file });
    for (let number = 1; number <= checks; number += 1) {
      // Every third check is alone; right before it, the client of the one before cancels its last order.
      const others = number % 3 === 2 ? undefined : otherClient(simulator, number);
      if (others === undefined) await cancelOnce(simulator, number);
      const use = await readProfileFlags({ expectProfile: file });
      const report = use.compare(await checkOnce(simulator, number, others));
      await others?.done();
      expect(alarmOf(report), `check ${number}`).toEqual([]);
      await expected.write(report);
    }
  },
);
