import { expect, test } from 'vitest';
import { anEnvironment } from '../../../test/helpers/an-environment.ts';
import { createEnvironments } from './environments.ts';

const named = (name: string) => anEnvironment({}, { name });

test('starts with the given environments, oldest first, and finds each by its name', () => {
  const [production, staging] = [named('production'), named('staging')];
  const environments = createEnvironments(production, staging);
  expect(environments.all()).toEqual([production, staging]);
  expect([environments.count, environments.get('staging'), environments.get('other')]).toEqual([
    2,
    staging,
    undefined,
  ]);
});

test('replacing an environment ends only the waits of the one before', () => {
  const [production, staging, next] = [named('production'), named('staging'), named('staging')];
  const environments = createEnvironments(production, staging);
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
  const environments = createEnvironments(named('production'));
  const next = named('production');
  environments.add(next);
  expect(environments.remove('production')).toBe(false);
  expect([environments.production, next.state.pauses.ended.aborted]).toEqual([next, false]);
});

test('removes an environment and its waits, once', () => {
  const staging = named('staging');
  const environments = createEnvironments(named('production'), staging);
  expect([environments.remove('staging'), environments.remove('staging')]).toEqual([true, false]);
  expect([environments.count, environments.get('staging'), staging.state.pauses.ended.aborted]).toEqual([
    1,
    undefined,
    true,
  ]);
});
