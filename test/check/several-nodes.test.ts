import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { checkContract } from '../../src/check/check-contract.ts';
import { serveHere } from '../helpers/serve-here.ts';
import { fastClock } from './fast-clock.ts';
import { bytesOf, createTinyService, serverKey, type Twist } from './mutants/honest-server.ts';
import { brokenRules } from './mutants/run-against.ts';

/** Checks nodes that take turns at one address, after some other requests. Each has its own orders; the last may list fewer. */
async function checkNodes(amount: number, requestsBefore: number, twist: Twist, lists?: Twist['list']) {
  const nodes = Array.from({ length: amount }, (_, index) =>
    createTinyService(index === amount - 1 && lists !== undefined ? { ...twist, list: lists } : twist),
  );
  let turn = requestsBefore;
  const server = createServer((req) => {
    const node = nodes[turn++ % amount];
    const { method = '', url = '', headers } = req;
    const wire = node?.respond({ method, url, authorization: headers.authorization });
    if (wire !== undefined) req.socket.end(bytesOf(wire));
  });
  await using served = await serveHere(server);
  return await checkContract({
    url: `${served.origin}/v1`,
    apiKey: serverKey,
    ...(lists === undefined && { level: 'cancel', pendingIds: [101n, 102n], shippedIds: [201n] }),
    clock: fastClock,
  });
}

const removes: Twist = { list: (orders) => orders.filter(({ state }) => state !== 'cancelled') };

test.each([2, 3])('finds %s nodes that take turns and do not know each other', async (amount) => {
  for (const twist of [{}, removes])
    for (let before = 0; before < amount; before += 1) {
      const report = await checkNodes(amount, before, twist);
      expect([before, brokenRules(report, 'violation')]).toEqual([before, expect.arrayContaining(['R29'])]);
      expect(report.notes.join()).toContain('as of two stores behind one address');
    }
});

test.each([2, 3, 4])(
  'does not blame the query if one of %s nodes that take turns misses an order',
  async (amount) => {
    for (let before = 0; before < amount; before += 1) {
      const report = await checkNodes(amount, before, {}, (orders) => orders.slice(1));
      expect([before, brokenRules(report, 'violation')]).toEqual([before, []]);
      const isSeen = report.rules.some(({ rule, kind }) => rule === 'R13' && kind === 'not-exercised');
      if (isSeen) expect(report.notes.join()).toMatch(/differ \(order 101\) although nothing was cancelled/);
    }
  },
);
