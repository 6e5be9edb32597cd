import { expect, test } from 'vitest';
import { choiceOrigins } from './choice-origins.ts';
import { combineChoices } from './choice-settings.ts';
import { ChoiceSource } from './choices.ts';

const nothing = { seed: '1', gaps: {}, scenario: { gaps: {} }, run: undefined };
const keys = ['etag', 'cors', 'conflict-body', 'cancel-again', 'cancelled-in-list'] as const;

test.each([
  ['nobody', nothing, { etag: 'default' }],
  ['a profile of a setting', { ...nothing, profile: 'typical' }, { etag: 'profile' }],
  [
    'a profile of the scenario',
    { ...nothing, scenario: { profile: 'typical', gaps: {} } },
    { etag: 'profile' },
  ],
  ['a draw', { ...nothing, profile: 'vary', gaps: { cors: 'on' } }, { etag: 'draw', cors: 'setting' }],
  [
    'the scenario, which settings override',
    { ...nothing, gaps: { etag: 'on' }, scenario: { gaps: { etag: 'off', cors: 'on' } } },
    { etag: 'setting', cors: 'scenario', 'conflict-body': 'default' },
  ],
  [
    'a client that has created the environment',
    { ...nothing, gaps: { etag: 'on', cors: 'on' }, choosers: { gaps: { etag: 'control-api' } } },
    { etag: 'control-api', cors: 'setting' },
  ],
  [
    'what follows from another choice',
    { ...nothing, scenario: { gaps: { 'cancelled-in-list': 'remove' } } },
    { 'cancelled-in-list': 'scenario', 'cancel-again': 'scenario' },
  ],
  [
    'a cell of the matrix, which the scenario overrides',
    {
      ...nothing,
      scenario: { gaps: { cors: 'on' } },
      run: {
        cell: { gaps: { etag: 'on', cors: 'off' }, faults: [] },
        base: { profile: undefined, gaps: { 'conflict-body': 'error' } },
      },
    },
    { etag: 'matrix', cors: 'scenario', 'conflict-body': 'setting' },
  ],
] as const)('%s: who made each choice', (_who, origins, expected) => {
  const found = choiceOrigins(combineChoices(origins));
  for (const key of keys)
    if (key in expected) expect([key, found[key]]).toEqual([key, Reflect.get(expected, key)]);
});

test('a change over the control API is that of a client, and the choices it keeps are not', () => {
  const source = new ChoiceSource(combineChoices({ ...nothing, gaps: { etag: 'on' } }));
  source.change('typical', source.settings.gaps);
  expect(choiceOrigins(source.settings)).toMatchObject({ etag: 'setting', cors: 'profile' });
  source.change(undefined, { cors: 'on' });
  expect(choiceOrigins(source.settings)).toMatchObject({ etag: 'profile', cors: 'control-api' });
});
