import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultOf, presets } from '../../src/console/pages/faults/fault-draft.ts';
import { readKinds } from '../../src/console/pages/faults/fault-schema.ts';
import { joinChoice, splitChoice } from '../../src/console/pages/gaps/choice-parameter.ts';
import { faultKinds } from '../../src/faults/fault.ts';
import { faultSchema } from '../../src/faults/fault-schema.ts';
import type { Field } from '../../src/field.ts';
import { gaps } from '../../src/simulator/environment/gaps/gaps.ts';

const kinds = readKinds(JSON.parse(readFileSync('scenarios/scenario.schema.json', 'utf8')));

test('the form has every kind, and every field except those that repeat another in milliseconds', () => {
  for (const { kind, fields } of Object.values(faultKinds)) {
    const names = Object.entries(fields as Readonly<Record<string, Field>>);
    const found = kinds.find((one) => one.kind === kind);
    expect([kind, found?.own.map(({ name }) => name).toSorted()]).toEqual([
      kind,
      names.map(([name, { durationName }]) => durationName ?? name).toSorted(),
    ]);
  }
});

test('every preset is a fault', () => {
  for (const { title, draft } of presets) {
    const kind = kinds.find((one) => one.kind === draft.kind);
    expect([title, faultSchema.safeParse(faultOf(draft, kind)).error]).toEqual([title, undefined]);
  }
});

test('an order id keeps every digit, and empty fields are left out', () => {
  const kind = kinds.find((one) => one.kind === 'latency');
  const values = {
    orderId: '9223372036854775807',
    'delay.min': '1s',
    'delay.max': '2s',
    key: ' ',
    probability: '0.5',
  };
  expect(faultOf({ kind: 'latency', values }, kind)).toEqual({
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
