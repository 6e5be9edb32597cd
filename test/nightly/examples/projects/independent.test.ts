import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkContract } from '../../../../src/check/index.ts';
import { type GapKey, startSimulator } from '../../../../src/index.ts';
import {
  apiKey,
  independentServers,
  orders,
  outcome,
  request,
  startIndependent,
} from './independent-servers.ts';

test.for(independentServers)(
  'a check finds nothing wrong in the server in $name, and what it chose',
  async (server) => {
    const url = await startIndependent(server);
    const [shipped, pending] = [orders.filter((one) => one.shipped), orders.filter((one) => !one.shipped)];
    const ids = pending.map(({ id }) => id);
    const report = await checkContract({
      url,
      apiKey,
      level: 'race',
      shippedIds: shipped.slice(0, 2).map(({ id }) => id),
      pendingIds: ids.slice(0, 3),
      raceIds: ids.slice(3, 5),
    });
    expect(report.findings).toEqual([]);
    expect([report.exitCode, report.incomplete]).toEqual([0, undefined]);
    const chosen = report.gaps.filter(({ gap }) => gap in server.gaps);
    expect(chosen.length).toBeGreaterThan(2);
    for (const { gap, observed } of chosen)
      expect([gap, observed]).toEqual([gap, server.gaps[gap as GapKey]]);
  },
);

test.for(independentServers)(
  'the simulator with the choices of the server in $name responds to random histories as it does',
  async (server) => {
    for (let round = 0; round < 3; round += 1) {
      const seed = Math.floor(Math.random() * 2 ** 31);
      const url = await startIndependent(server);
      const simulator = await startSimulator({
        port: 0,
        controlPort: 0,
        apiKey: [apiKey],
        gaps: server.gaps,
        scenario: {
          orders: orders.map(({ id, shipped }) => ({
            id,
            petId: 7n,
            quantity: 2n,
            shipDate: '2026-01-20T10:00:00Z',
            complete: false,
            status: shipped ? 'shipped' : 'pending',
          })),
        },
      });
      for (const sent of fc.sample(request, { numRuns: 400, seed })) {
        const [theirs, ours] = [await outcome(url, sent), await outcome(simulator.baseUrl, sent)];
        expect({ seed, sent, ...ours }).toEqual({ seed, sent, ...theirs });
      }
      await simulator.stop();
    }
  },
);
