import { expect, test } from 'vitest';
import { anEnvironment } from '../../../../test/support/an-environment.ts';
import type { EnvironmentSettings } from '../environment.ts';
import type { BaseChoices, GapChoiceTexts } from '../initial-state.ts';
import { takeSnapshot } from '../snapshot.ts';
import { choicesInForce, pinnedChoices } from './choices.ts';
import { gapKeys } from './gaps.ts';

const run = (gaps: GapChoiceTexts, base?: Partial<BaseChoices>): Pick<EnvironmentSettings, 'run'> => ({
  run: {
    cell: { gaps, faults: [] },
    base: base && { profile: undefined, gaps: {}, ...base },
    nextState: () => 1,
  },
});

test('a cell overrides the default and the base, and is overridden by scenario, settings and test', () => {
  const cell = run(
    { etag: 'on', cors: 'on', 'conflict-body': 'text', 'content-type': 'charset' },
    { gaps: { 'conflict-body': 'error', accept: 'not-acceptable' } },
  );
  const { state } = anEnvironment({ gaps: { cors: 'off' } }, { ...cell, gaps: { 'content-type': 'bare' } });
  expect(state.choices.forRequest(1)).toMatchObject({
    etag: 'on',
    cors: 'off',
    'conflict-body': 'text',
    'content-type': 'bare',
    accept: 'not-acceptable',
    'list-query': 'ignore',
  });
  state.choices.change(undefined, { etag: 'off' });
  expect(state.choices.forRequest(2)).toMatchObject({ etag: 'off', cors: 'on', 'conflict-body': 'text' });
});

test.each([
  ['the scenario', () => anEnvironment({ profile: 'typical' }, run({ etag: 'on' }, { profile: 'vary' }))],
  ['the settings', () => anEnvironment({}, { ...run({ etag: 'on' }), profile: 'typical' })],
  [
    'the control API',
    () => {
      const environment = anEnvironment({}, run({ etag: 'on' }));
      environment.state.choices.change('typical', {});
      return environment;
    },
  ],
])('a profile that %s chooses leaves nothing to the cell and pins every gap', (_, create) => {
  const { choices } = create().state;
  expect(choices.forRequest(1)).toMatchObject({ etag: 'off', 'content-type': 'charset' });
  expect(Object.keys(pinnedChoices(choices))).toEqual(gapKeys);
  expect(pinnedChoices(choices)).toMatchObject({ etag: 'off', 'conflict-body': 'error' });
});

test('a choice of a cell changes nothing else, while the same choice elsewhere does', () => {
  const remove = { 'cancelled-in-list': 'remove' } as const;
  const cancelAgain = (...given: Parameters<typeof anEnvironment>) =>
    anEnvironment(...given).state.choices.forRequest(1)['cancel-again'];
  expect(cancelAgain({}, run(remove))).toBe('conflict');
  expect(cancelAgain({}, run({}, { gaps: remove }))).toBe('not-found');
  expect(cancelAgain({ gaps: remove }, run({}))).toBe('not-found');
  expect(cancelAgain({ gaps: remove }, run({ 'cancel-again': 'conflict' }))).toBe('conflict');
});

test('the scenario of the matrix belongs to the base', () => {
  const own = { isBase: true, profile: 'typical', gaps: { etag: 'on' } } as const;
  const { choices } = anEnvironment(own, run({ etag: 'off', cors: 'on' }, {})).state;
  expect(choices.forRequest(1)).toMatchObject({ etag: 'off', cors: 'on', 'content-type': 'charset' });
  expect(pinnedChoices(choices)).toEqual({});
  const { choices: other } = anEnvironment({ ...own, isBase: false }, run({ etag: 'off' }, {})).state;
  expect(other.forRequest(1)).toMatchObject({ etag: 'on', 'content-type': 'charset' });
});

test('a cell fixes what a base of `vary` draws', () => {
  const { choices } = anEnvironment({}, run({ 'conflict-body': 'text' }, { profile: 'vary' })).state;
  const drawn = Array.from({ length: 20 }, (_, at) => choices.forRequest(at));
  expect(new Set(drawn.map((one) => one['conflict-body']))).toEqual(new Set(['text']));
  expect(new Set(drawn.map((one) => one['content-type'])).size).toBe(2);
  expect(choicesInForce(choices)).toMatchObject({ 'conflict-body': 'text', 'content-type': 'drawn' });
});

test('a snapshot has no choices and no faults of the cell, so that it pins nothing', () => {
  const { run: imposed } = run({ etag: 'on' }, { profile: 'typical', gaps: { cors: 'on' } });
  const cell = { gaps: { etag: 'on' }, faults: [{ kind: 'reset' }] } as const;
  const settings = { run: imposed && { ...imposed, cell } };
  const snapshot = takeSnapshot(anEnvironment({ gaps: { accept: 'ignore' } }, settings).state);
  expect(snapshot).toMatchObject({ gaps: { accept: 'ignore' }, faults: [] });
  expect(snapshot.profile).toBeUndefined();
  const { choices } = anEnvironment(snapshot, settings).state;
  expect(choices.forRequest(1)).toMatchObject({ etag: 'on', cors: 'on', 'content-type': 'charset' });
});
