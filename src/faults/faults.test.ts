import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fault } from './fault.ts';
import type { Effect, FiringMoment } from './fault-kind.ts';
import { Faults } from './faults.ts';
import type { FaultSubject } from './live-fault.ts';

function start(initial: readonly Fault[], seed = '1', imposed: readonly Fault[] = []) {
  const clock = { now: 1_000_000 };
  const faults = new Faults({ seed, now: () => clock.now, copyList: () => [], initial, imposed });
  return { faults, clock };
}

const cancelOf = (orderId: bigint, keyId = 'key-1'): FaultSubject => ({
  operation: 'cancelOrder',
  orderId,
  keyId: () => keyId,
});
const list: FaultSubject = { operation: 'listOrders', orderId: undefined, keyId: () => 'key-1' };

const fire = (faults: Faults, moment: FiringMoment = 'before-commit', subject = list): Effect[] =>
  faults.fire(moment, subject).map(({ effect }) => effect);
/** The exchanges that a fault fires on, as `x`; the others as `.`. */
const pattern = (faults: Faults, count: number): string =>
  Array.from({ length: count }, () => (fire(faults).length > 0 ? 'x' : '.')).join('');

test('disturbs only the given operation, order and key', () => {
  const { faults } = start([
    { id: 'operation', kind: 'reset', operation: 'listOrders' },
    { id: 'order', kind: 'reset', orderId: 7n },
    { id: 'key', kind: 'reset', key: 'key-2' },
  ]);
  const fired = (subject: FaultSubject) => faults.fire('before-commit', subject).map(({ id }) => id);
  expect(fired(list)).toEqual(['operation']);
  expect(fired(cancelOf(7n))).toEqual(['order']);
  expect(fired(cancelOf(8n, 'key-2'))).toEqual(['key']);
  expect(fired(cancelOf(8n))).toEqual([]);
  expect(fired({ operation: undefined, orderId: undefined, keyId: () => undefined })).toEqual([]);
});

test('fires at most `times` times, on every nth match, and both', () => {
  expect(pattern(start([{ kind: 'reset', times: 2 }]).faults, 5)).toBe('xx...');
  expect(pattern(start([{ kind: 'reset', every: 3 }]).faults, 7)).toBe('..x..x.');
  expect(pattern(start([{ kind: 'reset', every: 2, times: 2 }]).faults, 8)).toBe('.x.x....');
});

test('fires with its probability: the same for the same seed, different for another', () => {
  const draws = (seed: string) => pattern(start([{ kind: 'reset', probability: 0.3 }], seed).faults, 1_000);
  expect(draws('1')).toBe(draws('1'));
  expect(draws('1')).not.toBe(draws('2'));
  expect(draws('1').replaceAll('.', '').length).toBeGreaterThan(250);
  expect(draws('1').replaceAll('.', '').length).toBeLessThan(350);
  expect(pattern(start([{ kind: 'reset', probability: 0 }]).faults, 100)).not.toContain('x');
  expect(pattern(start([{ kind: 'reset', probability: 1 }]).faults, 100)).not.toContain('.');
});

test("ends after its duration on the environment's clock, and shows it", () => {
  const { faults, clock } = start([{ kind: 'reset', duration: 500 }]);
  clock.now += 499;
  expect(pattern(faults, 1)).toBe('x');
  expect(faults.list()[0]).toMatchObject({ ended: false, endsAt: 1_000_500, addedAt: 1_000_000 });
  clock.now += 1;
  expect(pattern(faults, 1)).toBe('.');
  expect(faults.list()[0]).toMatchObject({ ended: true, matched: 1, fired: 1 });
});

test('counts matches and firings, and keeps the sum when a fault is removed', () => {
  const { faults } = start([{ id: 'a', kind: 'reset', every: 2 }]);
  pattern(faults, 5);
  expect(faults.list()).toMatchObject([{ id: 'a', matched: 5, fired: 2 }]);
  expect([faults.remove('a'), faults.remove('a'), faults.any, faults.fired]).toEqual([true, false, false, 2]);
});

test('several faults fire on one exchange, but only one that responds or ends it', () => {
  const { faults } = start([
    { id: 'first', kind: 'status', status: 503, times: 1 },
    { id: 'second', kind: 'reset', times: 1 },
    { id: 'slow', kind: 'latency', delay: 5 },
  ]);
  const ids = () => faults.fire('before-commit', list).map(({ id }) => id);
  expect([ids(), ids(), ids()]).toEqual([['first', 'slow'], ['second', 'slow'], ['slow']]);
});

test('fires each fault only at its moment', () => {
  const { faults } = start([
    { id: 'before', kind: 'close' },
    { id: 'after', kind: 'close', when: 'after-commit' },
    { id: 'cut', kind: 'truncate' },
    { id: 'garble', kind: 'garbage', in: 'body' },
    { id: 'garbage', kind: 'garbage', when: 'after-commit' },
  ]);
  const at = (moment: FiringMoment) => faults.fire(moment, cancelOf(1n)).map(({ id }) => id);
  expect([at('before-commit'), at('after-commit'), at('response')]).toEqual([
    ['before'],
    ['after'],
    ['cut', 'garble'],
  ]);
});

test('numbers faults without an id, keeps given ids, and adds nothing if one is taken', () => {
  const { faults } = start([
    { kind: 'reset' },
    { id: 'mine', kind: 'reset' },
    { id: 'fault-2', kind: 'close' },
  ]);
  faults.add([{ kind: 'close' }]);
  expect(faults.list().map(({ id }) => id)).toEqual(['fault-1', 'mine', 'fault-2', 'fault-3']);
  expect(faults.add([{ kind: 'close' }, { id: 'mine', kind: 'reset' }])).toEqual({
    kind: 'duplicate-id',
    id: 'mine',
  });
  expect(faults.list()).toHaveLength(4);
  faults.replace([{ id: 'mine', kind: 'close' }]);
  expect(faults.list().map(({ id, fault }) => [id, fault.kind])).toEqual([['mine', 'close']]);
});

test('draws fixed delays, and delays between two bounds', () => {
  const delays = (ms: Extract<Fault, { kind: 'latency' }>['delay']) => {
    const { faults } = start([{ kind: 'latency', delay: ms }]);
    return Array.from({ length: 2_000 }, () => {
      const [effect] = fire(faults);
      return effect?.kind === 'wait' ? effect.ms : Number.NaN;
    }).toSorted((one, other) => one - other);
  };
  expect(new Set(delays(40))).toEqual(new Set([40]));
  const uniform = delays({ min: 10, max: 13 });
  expect([...new Set(uniform)]).toEqual([10, 11, 12, 13]);
});

test('a rate limit lets requests through up to its number, and does not count refused ones', () => {
  const { faults, clock } = start([{ kind: 'rate-limit', requests: 2, per: 1_000 }]);
  expect(pattern(faults, 4)).toBe('..xx');
  clock.now += 600;
  const [refused] = fire(faults);
  expect(refused).toEqual({ kind: 'respond', status: 429, body: 'error', retryAfter: 1 });
  clock.now += 400;
  expect(pattern(faults, 3)).toBe('..x');
});

test('bandwidth sends exactly its bytes per second, in slices of 50 ms that are at most one byte longer', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (bytesPerSecond) => {
      const [effect] = fire(start([{ kind: 'bandwidth', bytesPerSecond }]).faults, 'response');
      if (effect?.kind !== 'pace') throw new Error('no pace');
      expect((effect.bytes * 1000) / effect.everyMs).toBeCloseTo(bytesPerSecond, 3);
      expect(effect.bytes).toBeGreaterThan(0);
      expect(effect.everyMs).toBeGreaterThanOrEqual(50);
      expect(effect.everyMs).toBeLessThan(50.001 + 1_000 / bytesPerSecond);
    }),
  );
});

test('the same seed draws the same on every machine and in every version', () => {
  expect(pattern(start([{ kind: 'reset', probability: 0.5 }]).faults, 24)).toBe('.xx.x.xx...x..xxx...xx.x');
  const delays = (ms: Extract<Fault, { kind: 'latency' }>['delay']) => {
    const { faults } = start([{ kind: 'latency', delay: ms }]);
    return Array.from({ length: 5 }, () => fire(faults)[0]);
  };
  const waits = (...all: number[]) => all.map((ms) => ({ kind: 'wait', ms }));
  expect(delays({ min: 0, max: 999 })).toEqual(waits(172, 16, 443, 753, 9));
});

test('fires the faults of a cell first, and counts every match for them', () => {
  const { faults } = start([{ id: 'own', kind: 'reset', times: 3 }], '1', [
    { id: 'matrix-third', kind: 'close', every: 3, times: 1 },
  ]);
  const fired = Array.from({ length: 5 }, () => faults.fire('before-commit', list).map(({ id }) => id));
  expect(fired).toEqual([['own'], ['own'], ['matrix-third'], ['own'], []]);
});

test('keeps the faults of a cell when the others are listed, replaced or removed', () => {
  const { faults } = start([{ kind: 'reset' }], '1', [{ kind: 'close' }]);
  expect(faults.list().map(({ id }) => id)).toEqual(['fault-1']);
  expect(faults.remove('matrix-1')).toBe(false);
  faults.replace([{ kind: 'reset', operation: 'cancelOrder' }]);
  expect(faults.list().map(({ id }) => id)).toEqual(['fault-2']);
  faults.clear();
  expect([faults.any, faults.list()]).toEqual([true, []]);
  expect(faults.fire('before-commit', list).map(({ id }) => id)).toEqual(['matrix-1']);
});
