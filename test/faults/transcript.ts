import { createHash } from 'node:crypto';
import type { Fault } from '../../src/faults/fault.ts';
import { placed } from '../support/an-environment.ts';
import { openTestSimulator } from '../support/open-test-simulator.ts';
import { createTestClock } from '../support/test-clock.ts';
import { dial, requestBytes } from './a-connection.ts';

/** Faults that draw whom they disturb, how long they wait, and which garbage they send. */
const faults: readonly Fault[] = [
  { kind: 'latency', delay: { min: 0, max: 5_000 }, probability: 0.5 },
  { kind: 'latency', delay: { min: 1, max: 300 }, operation: 'cancelOrder', when: 'after-commit' },
  { kind: 'reset', probability: 0.1 },
  { kind: 'status', status: 503, probability: 0.2 },
  { kind: 'garbage', in: 'body', probability: 0.2, operation: 'listOrders' },
  { kind: 'garbage', every: 7, operation: 'cancelOrder' },
];

const requests: readonly string[] = Array.from({ length: 60 }, (_, at) => {
  const line =
    at % 3 === 0
      ? 'GET /v1/store/orders'
      : at % 3 === 1
        ? `DELETE /v1/store/orders/${at}`
        : 'POST /quickstart/messages';
  const body = at % 3 === 2 ? '{"message":"hi"}' : '';
  const headers = body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`];
  return requestBytes(line, 'Connection: close', ...headers) + body;
});

/** Returns everything that 60 requests draw with a seed: bytes except for the date, faults, waits, gap choices and ids. */
export async function transcript(seed: string): Promise<string> {
  const machine = createTestClock({ impatient: true });
  const orders = Array.from({ length: 60 }, (_, at) => placed(BigInt(at)));
  const sim = await openTestSimulator({
    orders,
    faults,
    machine,
    seed,
    profile: 'vary',
    clock: { at: 0, frozen: true },
  });
  const lines: string[] = [];
  for (const bytes of requests) {
    const { text, error } = await dial(sim.serviceOrigin, bytes).closed;
    const kept = text.replace(/^Date: .*\r\n/m, '');
    lines.push(
      `${error ?? 'ended'} ${createHash('sha256').update(kept).digest('hex')} ${kept.slice(0, 15).replace(/[^ -~]/g, '?')}`,
    );
  }
  const { exchanges } = sim.environments.production.state.journal.find();
  for (const { number, faults: fired, gaps, end } of exchanges)
    lines.push(JSON.stringify({ number, fired, gaps, end }));
  lines.push(machine.asked.join());
  await sim.stop(0);
  return lines.join('\n');
}
