import { expect, test } from 'vitest';
import type { Fault } from './fault.ts';
import type { Effect, FiringMoment } from './fault-kind.ts';
import { Faults } from './faults.ts';
import type { FaultSubject } from './live-fault.ts';

const cancel: FaultSubject = { operation: 'cancelOrder', orderId: 7n, keyId: () => 'key-1' };
const list: FaultSubject = { operation: 'listOrders', orderId: undefined, keyId: () => 'key-1' };

function start(...initial: readonly Fault[]) {
  return new Faults({
    seed: '1',
    now: () => 1_000,
    copyList: () => [],
    initial,
  });
}

const effects: readonly [Fault, FiringMoment, Effect, string][] = [
  [{ kind: 'latency', delay: 213 }, 'before-commit', { kind: 'wait', ms: 213 }, 'waited 213 ms'],
  [
    { kind: 'latency', delay: 20, when: 'after-commit' },
    'after-commit',
    { kind: 'wait', ms: 20 },
    'waited 20 ms',
  ],
  [
    { kind: 'bandwidth', bytesPerSecond: 2_000 },
    'response',
    { kind: 'pace', bytes: 100, everyMs: 50 },
    'sent 100 bytes every 50 ms',
  ],
  [
    { kind: 'drip', bytes: 3, interval: 7 },
    'response',
    { kind: 'pace', bytes: 3, everyMs: 7 },
    'sent 3 bytes every 7 ms',
  ],
  [{ kind: 'reset' }, 'before-commit', { kind: 'reset' }, 'reset the connection'],
  [{ kind: 'close', when: 'after-commit' }, 'after-commit', { kind: 'close' }, 'closed the connection'],
  [{ kind: 'truncate' }, 'response', { kind: 'truncate', bytes: undefined }, 'cut the body in half'],
  [{ kind: 'truncate', bytes: 0 }, 'response', { kind: 'truncate', bytes: 0 }, 'cut the body after 0 bytes'],
  [
    { kind: 'garbage', in: 'body' },
    'response',
    { kind: 'garble-body', seed: '1 fault fault-1 1' },
    'garbled the body',
  ],
  [
    { kind: 'status', status: 503 },
    'before-commit',
    { kind: 'respond', status: 503, body: 'error', retryAfter: undefined },
    'responded 503',
  ],
  [
    { kind: 'status', status: 502, body: 'html', retryAfter: 9, when: 'after-commit' },
    'after-commit',
    { kind: 'respond', status: 502, body: 'html', retryAfter: 9 },
    'responded 502',
  ],
  [
    { kind: 'rate-limit', requests: 0, per: 2_500 },
    'before-commit',
    { kind: 'respond', status: 429, body: 'error', retryAfter: 3 },
    'responded 429',
  ],
  [{ kind: 'unauthorized' }, 'before-commit', { kind: 'refuse-key' }, 'refused the key'],
];

test.each(effects)('%o fires %s, has the effect %o and %s', (fault, moment, effect, did) => {
  expect(start(fault).fire(moment, cancel)).toEqual([{ id: 'fault-1', effect, did }]);
});

test('the journal shows how much garbage was sent, and that a list was stale', () => {
  const did = start({ kind: 'garbage', bytes: 12 }, { kind: 'stale-list' }).fire('before-commit', list);
  expect(did.map((one) => one.did)).toEqual([
    'sent 12 bytes of garbage',
    'listed the orders as they had been',
  ]);
});

test('garbage instead of a response has the given length, by default 256 bytes', () => {
  const [usual, short] = start({ kind: 'garbage' }, { kind: 'garbage', bytes: 5 }).list();
  for (const [status, length] of [
    [usual, 256],
    [short, 5],
  ] as const) {
    const [fired] = start(status?.fault ?? { kind: 'reset' }).fire('before-commit', list);
    expect(fired?.effect).toMatchObject({ kind: 'garble-response', bytes: { length } });
  }
});

test('garbage differs from one exchange to the next', () => {
  const faults = start({ kind: 'garbage' });
  const seen = [1, 2].map(() => faults.fire('before-commit', list)[0]?.effect);
  expect(seen[0]).not.toEqual(seen[1]);
});

test('a fault after the commit disturbs only cancels', () => {
  const faults = start(
    { kind: 'reset', when: 'after-commit' },
    { kind: 'reset', when: 'after-commit', operation: 'listOrders' },
  );
  expect(faults.fire('after-commit', cancel).map(({ id }) => id)).toEqual(['fault-1']);
  expect(start({ kind: 'reset', when: 'after-commit' }).fire('after-commit', list)).toEqual([]);
});

test('all faults that change how a response is written fire together', () => {
  const faults = start(
    { kind: 'garbage', in: 'body' },
    { kind: 'truncate' },
    { kind: 'garbage', in: 'body' },
  );
  expect(faults.fire('response', list).map(({ id }) => id)).toEqual(['fault-1', 'fault-2', 'fault-3']);
});
