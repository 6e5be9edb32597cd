import { expect, test } from 'vitest';
import { anEnvironment } from '../../../test/support/an-environment.ts';
import { LocalEnvironments } from './environments.ts';

const named = (name: string) => anEnvironment({}, { name });

test('starts with the given environments, oldest first, and finds each by its name', () => {
  const [production, staging] = [named('production'), named('staging')];
  const environments = new LocalEnvironments([production, staging]);
  expect(environments.all()).toEqual([production, staging]);
  expect([environments.all().length, environments.get('staging'), environments.get('other')]).toEqual([
    2,
    staging,
    undefined,
  ]);
});

test('replacing an environment ends only the waits of the one before', () => {
  const [production, staging, next] = [named('production'), named('staging'), named('staging')];
  const environments = new LocalEnvironments([production, staging]);
  environments.add(next);
  expect(environments.get('staging')).toBe(next);
  expect([staging, next, production].map(({ state }) => state.pauses.ended.aborted)).toEqual([
    true,
    false,
    false,
  ]);
  environments.add(named('another'));
  expect(environments.all().map(({ name }) => name)).toEqual(['production', 'staging', 'another']);
});

test('production can be replaced, and cannot be removed', () => {
  const environments = new LocalEnvironments([named('production')]);
  const next = named('production');
  environments.add(next);
  expect(environments.close('production')).toBe('permanent');
  expect([environments.production, next.state.pauses.ended.aborted]).toEqual([next, false]);
});

test('removes an environment and its waits, once', () => {
  const another = named('another');
  const environments = new LocalEnvironments([named('production'), another]);
  expect([environments.close('another'), environments.close('another')]).toEqual(['closed', 'unknown']);
  expect([
    environments.all().length,
    environments.get('another'),
    another.state.pauses.ended.aborted,
  ]).toEqual([1, undefined, true]);
});
