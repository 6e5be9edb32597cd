import { expect, test } from 'vitest';
import { createTestClock } from '../../../../test/support/test-clock.ts';
import { Pauses } from '../pauses.ts';
import { Gates } from './gates.ts';

const here = new AbortController().signal;

function start() {
  const machine = createTestClock();
  const pauses = new Pauses(machine);
  const gates = new Gates(pauses, machine);
  const log: string[] = [];
  /** A cancel whose commit takes some turns of the event loop. */
  const cancel = async (exchange: number, orderId: bigint, gone: AbortSignal = here): Promise<void> => {
    const gate = gates.arrive({ exchange, orderId });
    if (gate !== undefined && (await gates.turn(exchange, gone)) === 'gone')
      return void log.push(`${exchange} gone`);
    for (let turn = 0; turn < 5 - exchange; turn++) await new Promise((resolve) => setImmediate(resolve));
    log.push(`${exchange} committed`);
    gates.done(exchange);
  };
  return { machine, pauses, gates, log, cancel };
}

test('holds cancels of its order, lists them, and lets others pass', async () => {
  const { gates, cancel, log } = start();
  expect([gates.any, gates.open({ orderId: 7n })]).toMatchObject([
    false,
    { kind: 'opened', gate: { id: 'gate-1' } },
  ]);
  const held = cancel(1, 7n);
  await cancel(2, 8n);
  expect(log).toEqual(['2 committed']);
  expect(gates.list()).toEqual([
    {
      id: 'gate-1',
      operation: 'cancelOrder',
      orderId: 7n,
      count: undefined,
      timeoutMs: 10_000,
      remainingMs: 10_000,
      waiting: [{ exchange: 1, orderId: 7n }],
      held: 1,
    },
  ]);
  expect(await gates.release('gate-1', 1)).toEqual({ kind: 'released', exchanges: [1] });
  expect(log).toEqual(['2 committed', '1 committed']);
  await held;
});

test('commits in the given order, one after the other, then the rest in order of arrival', async () => {
  const { gates, cancel, log } = start();
  gates.open({ id: 'race' });
  const all = [1, 2, 3, 4].map((exchange) => cancel(exchange, 7n));
  await gates.wait('race', { waiting: 4, timeoutMs: 1_000 });
  expect(await gates.close('race', [3, 2])).toEqual({ kind: 'released', exchanges: [3, 2, 1, 4] });
  expect(log).toEqual(['3 committed', '2 committed', '1 committed', '4 committed']);
  expect(gates.any).toBe(false);
  await Promise.all(all);
});

test('two concurrent releases commit one after the other', async () => {
  const { gates, cancel, log } = start();
  gates.open({ id: 'race' });
  const all = [1, 2].map((exchange) => cancel(exchange, 7n));
  await Promise.all([gates.release('race', 1), gates.release('race', 2)]);
  expect(log).toEqual(['1 committed', '2 committed']);
  await Promise.all(all);
});

test('holds at most `count` requests', async () => {
  const { gates, cancel, log } = start();
  gates.open({ id: 'one', count: 1 });
  const held = cancel(1, 7n);
  await cancel(2, 7n);
  expect(log).toEqual(['2 committed']);
  expect(gates.get('one')).toMatchObject({ waiting: [{ exchange: 1 }], held: 1 });
  await gates.close('one');
  await held;
});

test('closes after its timeout, and the requests continue', async () => {
  const { gates, cancel, machine, log } = start();
  gates.open({ timeoutMs: 3_000 });
  const held = cancel(4, 7n);
  await machine.advance(2_999);
  expect([gates.any, log, gates.get('gate-1')?.remainingMs]).toEqual([true, [], 1]);
  await machine.advance(1);
  await held;
  expect([gates.any, log, machine.waiting]).toEqual([false, ['4 committed'], 0]);
});

test('releases every request when its state ends', async () => {
  const { gates, cancel, pauses, log } = start();
  gates.open({});
  const held = cancel(4, 7n);
  pauses.end();
  await held;
  expect([gates.any, log]).toEqual([false, ['4 committed']]);
});

test('forgets a request whose client left, and does not commit it', async () => {
  const { gates, cancel, log } = start();
  gates.open({ id: 'g' });
  const client = new AbortController();
  const held = cancel(1, 7n, client.signal);
  client.abort();
  await held;
  await cancel(2, 7n, client.signal);
  expect([log, gates.get('g')?.waiting]).toEqual([['1 gone', '2 gone'], []]);
  expect(await gates.release('g', 1)).toEqual({ kind: 'not-waiting', exchange: 1 });
});

test('a wait for held requests ends when there are enough, at the timeout, at the signal, and with the gate', async () => {
  const { gates, cancel, machine } = start();
  gates.open({ id: 'g' });
  const two = gates.wait('g', { waiting: 2, timeoutMs: 1_000 });
  const held = [cancel(1, 7n), cancel(2, 7n)];
  expect(await two).toMatchObject({ kind: 'reached', gate: { held: 2 } });
  const three = gates.wait('g', { waiting: 3, timeoutMs: 1_000 });
  await machine.advance(1_000);
  expect(await three).toMatchObject({ kind: 'timed-out' });
  const abort = new AbortController();
  const aborted = gates.wait('g', { waiting: 3, timeoutMs: 1_000 }, abort.signal);
  abort.abort();
  expect(await aborted).toMatchObject({ kind: 'aborted' });
  const closed = gates.wait('g', { waiting: 3, timeoutMs: 1_000 });
  await gates.close('g');
  expect(await closed).toEqual({ kind: 'ended' });
  expect(await gates.wait('g', { waiting: 1, timeoutMs: 1_000 })).toEqual({ kind: 'ended' });
  expect(machine.waiting).toBe(0);
  await Promise.all(held);
});

test('refuses an id twice, an unknown gate, and an exchange that is not held', async () => {
  const { gates, cancel } = start();
  gates.open({ id: 'g' });
  expect(gates.open({ id: 'g' })).toEqual({ kind: 'duplicate-id', id: 'g' });
  expect([gates.get('h'), await gates.release('h', 1)]).toEqual([undefined, { kind: 'no-gate' }]);
  const held = cancel(3, 7n);
  expect(await gates.release('g', 1)).toEqual({ kind: 'not-waiting', exchange: 1 });
  expect(gates.get('g')?.waiting).toEqual([{ exchange: 3, orderId: 7n }]);
  expect(await gates.close('h')).toEqual({ kind: 'no-gate' });
  expect(await gates.close('g', [9])).toEqual({ kind: 'not-waiting', exchange: 9 });
  expect(gates.any).toBe(true);
  await gates.close('g');
  await held;
});

test('a gate that is opened while one with the same id closes stays open', async () => {
  const { gates, cancel, log } = start();
  gates.open({ id: 'g' });
  const first = cancel(3, 7n);
  const closing = gates.close('g');
  gates.open({ id: 'g' });
  const second = cancel(4, 7n);
  expect(await closing).toEqual({ kind: 'released', exchanges: [3] });
  await first;
  await new Promise((resolve) => setImmediate(resolve));
  expect([log, gates.get('g')?.waiting]).toEqual([['3 committed'], [{ exchange: 4, orderId: 7n }]]);
  await gates.close('g');
  await second;
});

test('a client that leaves during the commits before its own delays nobody, and is not released', async () => {
  const { gates, cancel, log } = start();
  gates.open({ id: 'g' });
  const client = new AbortController();
  const all = [cancel(1, 7n), cancel(2, 7n, client.signal), cancel(3, 7n)];
  const closing = gates.close('g');
  client.abort();
  expect(await closing).toEqual({ kind: 'released', exchanges: [1, 3] });
  await Promise.all(all);
  expect(log).toEqual(['2 gone', '1 committed', '3 committed']);
});

test('a release returns not-waiting if the client left before its turn', async () => {
  const { gates, cancel } = start();
  gates.open({ id: 'g' });
  const client = new AbortController();
  const all = [cancel(1, 7n), cancel(2, 7n, client.signal)];
  const releasing = [gates.release('g', 1), gates.release('g', 2)];
  client.abort();
  expect(await Promise.all(releasing)).toEqual([
    { kind: 'released', exchanges: [1] },
    { kind: 'not-waiting', exchange: 2 },
  ]);
  await Promise.all(all);
});

test('names the gate that holds a request', () => {
  const { gates } = start();
  expect(gates.arrive({ exchange: 1, orderId: 7n })).toBeUndefined();
  gates.open({ id: 'g' });
  expect(gates.arrive({ exchange: 2, orderId: 7n })).toBe('g');
});
