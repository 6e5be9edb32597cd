import { expect, test } from 'vitest';
import { aState, placed } from '../../../../test/helpers/an-environment.ts';
import { createTestClock } from '../../../../test/helpers/test-clock.ts';
import type { Fault } from '../../../faults/fault.ts';
import { fixedList } from '../../orders/order-store.ts';
import { type PartsContext, readParts, startParts, writeParts } from './live-parts.ts';
import { newSettings, readSettings, settingsWith } from './shared-settings.ts';

const given = { seed: '1', profile: undefined, gaps: {}, apiKeys: ['first-key'] };
const machine = createTestClock();

function contextOf(settings: string): PartsContext {
  return { settings: readSettings(settings), machine, orders: () => fixedList([]) };
}

const subject = { operation: 'listOrders', orderId: undefined, keyId: () => undefined } as const;

test('parts continue after they were written and read: keys, clock, choices and the counts of faults', () => {
  const context = contextOf(newSettings(given, ['key-of-the-scenario']));
  const faults: readonly Fault[] = [
    { kind: 'status', status: 503, times: 1 },
    { kind: 'rate-limit', requests: 1 },
  ];
  const parts = startParts(aState({ faults, clock: { at: 7, frozen: true } }), context);
  parts.keys.add('a-third', 20);
  parts.clock.set(9);
  parts.choices.change('typical', { etag: 'on' });
  expect(parts.faults.fire('before-commit', subject).map(({ id }) => id)).toEqual(['fault-1']);
  expect(parts.faults.fire('before-commit', subject)).toEqual([]);
  const text = writeParts(parts);
  expect(Buffer.from(text, 'base64').includes('a-third')).toBe(false);

  const again = readParts(text, context);
  expect(['first-key', 'key-of-the-scenario', 'a-third', 'none'].map((key) => again.keys.idOf(key))).toEqual([
    'key-1',
    'key-2',
    'key-3',
    undefined,
  ]);
  expect([again.clock.now(), again.clock.frozen]).toEqual([9, true]);
  expect(again.choices.settings).toMatchObject({ profile: 'typical', gaps: { etag: 'on' } });
  expect(again.faults.fire('before-commit', subject).map(({ id }) => id)).toEqual(['fault-2']);
  expect(again.faults.list().map(({ matched, fired }) => [matched, fired])).toEqual([
    [1, 1],
    [2, 1],
  ]);
  // What was read once is written the same, so that a change that changes nothing is not written.
  const second = writeParts(readParts(text, context));
  expect(writeParts(readParts(second, context))).toBe(second);
});

test('a stale list is refused by name', () => {
  const context = contextOf(newSettings(given, []));
  const parts = startParts(aState({ orders: [placed(1n)], faults: [{ kind: 'stale-list' }] }), context);
  expect(() => writeParts(parts)).toThrow(/stale list/);
});

test('another scenario brings other keys, and the settings keep theirs', () => {
  const first = newSettings(given, ['old']);
  const idsOf = (settings: string) => {
    const { keys } = startParts(aState(), contextOf(settings));
    return ['first-key', 'old', 'new'].map((key) => keys.idOf(key));
  };
  expect(idsOf(settingsWith(first, undefined))).toEqual(['key-1', 'key-2', undefined]);
  expect(idsOf(settingsWith(first, ['new']))).toEqual(['key-1', undefined, 'key-2']);
});
