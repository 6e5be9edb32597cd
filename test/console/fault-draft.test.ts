import { expect, test } from 'vitest';
import { faultOf, presets } from '../../src/console/pages/faults/fault-draft.ts';
import { joinChoice, splitChoice } from '../../src/console/pages/gaps/choice-parameter.ts';
import { faultSchema } from '../../src/faults/fault-schema.ts';
import { gaps } from '../../src/simulator/environment/gaps/gaps.ts';

test('every preset is a fault', () => {
  for (const { title, draft } of presets) {
    expect([title, faultSchema.safeParse(faultOf(draft)).error]).toEqual([title, undefined]);
  }
});

test('an order id keeps every digit, and empty fields are left out', () => {
  const values = {
    orderId: '9223372036854775807',
    'delay.min': '1s',
    'delay.max': '2s',
    key: ' ',
    probability: '0.5',
  };
  expect(faultOf({ kind: 'latency', values })).toEqual({
    kind: 'latency',
    orderId: 9223372036854775807n,
    delay: { min: '1s', max: '2s' },
    probability: 0.5,
  });
});

test.each(gaps)('a choice of $key is taken apart and put together again', ({ choices }) => {
  const names = Object.keys(choices);
  for (const name of names) {
    const choice = name.replace('N', '200').replace('…', '2026-01-01');
    const split = splitChoice(names, choice);
    expect([split.name, joinChoice(split)]).toEqual([name, choice]);
  }
});
