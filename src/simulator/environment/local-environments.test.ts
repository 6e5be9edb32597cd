import { expect, test } from 'vitest';
import { anEnvironment, aState } from '../../../test/support/an-environment.ts';
import { createTestClock } from '../../../test/support/test-clock.ts';
import type { EnvironmentSettings } from './environment.ts';
import { type EnvironmentRequest, findNameProblem } from './environments.ts';
import { LocalEnvironments } from './local-environments.ts';

const initial = aState();

function start({
  most = 10,
  settings = {},
}: {
  most?: number;
  settings?: Partial<EnvironmentSettings>;
} = {}) {
  const machine = createTestClock();
  const stop = new AbortController();
  const environments = new LocalEnvironments(
    [
      anEnvironment({}, { apiKeys: ['key-of-production'], machine, ...settings }),
      anEnvironment({}, { name: 'staging', apiKeys: ['key-of-staging'], machine }),
    ],
    stop.signal,
    most,
  );
  const rest = {
    initial,
    seed: undefined,
    profile: undefined,
    gaps: {},
    apiKeys: undefined,
    ttlMs: undefined,
  };
  const open = (name: string, asked: Partial<EnvironmentRequest> = {}) =>
    environments.open({ ...rest, ...asked, name });
  const close = (name: string) => environments.close(name);
  const expiresAt = (name: string) => environments.expiresAt(name);
  return { environments, machine, stop, open, close, expiresAt };
}

test('opens no more environments than the maximum, and still replaces one', () => {
  const desk = start({ most: 4 });
  expect(['a', 'b', 'c', 'b', 'd'].map((name) => desk.open(name).kind)).toEqual([
    'created',
    'created',
    'too-many',
    'replaced',
    'too-many',
  ]);
  expect(desk.close('a')).toBe('closed');
  expect(desk.open('d').kind).toBe('created');
  expect(desk.environments.all().length).toBe(4);
});

test('closes only temporary environments', () => {
  const desk = start();
  desk.open('a');
  expect(['production', 'staging', 'a', 'a', 'b'].map(desk.close)).toEqual([
    'permanent',
    'permanent',
    'closed',
    'unknown',
    'unknown',
  ]);
});

test('gives each environment its own random key', () => {
  const desk = start();
  const keys = ['a', 'b'].map((name) => {
    const outcome = desk.open(name);
    return outcome.kind === 'created' ? outcome.apiKeys : [];
  });
  expect(keys[0]).not.toEqual(keys[1]);
  expect(keys.flat()).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    expect.stringMatching(/^[0-9a-f]{32}$/),
  ]);
});

test('defaults are the settings of the simulator; requested choices override its choices', () => {
  const settings = { seed: '7', profile: 'vary', gaps: { etag: 'on', cors: 'on' }, journalSize: 5 } as const;
  const desk = start({ settings });
  const settingsOf = (name: string, asked: Partial<EnvironmentRequest>) => {
    const outcome = desk.open(name, asked);
    return outcome.kind === 'too-many' ? undefined : outcome.environment.settings;
  };
  expect(settingsOf('a', {})).toMatchObject({ ...settings, name: 'a' });
  expect(
    settingsOf('b', { seed: '8', profile: 'typical', gaps: { cors: 'off' }, apiKeys: ['mine'] }),
  ).toMatchObject({
    name: 'b',
    seed: '8',
    profile: 'typical',
    gaps: { etag: 'on', cors: 'off' },
    apiKeys: ['mine'],
    journalSize: 5,
  });
});

test('production and staging get their first keys again when they are opened without keys', () => {
  const desk = start();
  desk.open('staging', { apiKeys: ['another'] });
  expect(desk.environments.get('staging')?.state.keys.accepts('another')).toBe(true);
  for (const name of ['production', 'staging'])
    expect(desk.open(name)).toMatchObject({ kind: 'replaced', apiKeys: [`key-of-${name}`] });
  expect(desk.environments.get('staging')?.state.keys.accepts('another')).toBe(false);
});

test('an opened environment has its scenario and is found by its name', () => {
  const desk = start();
  const outcome = desk.open('a', { initial: aState({ scenario: 'race' }) });
  expect(outcome).toMatchObject({ kind: 'created', environment: { name: 'a', basePath: '/a/v1' } });
  expect(desk.environments.get('a')?.state.initial.scenario).toBe('race');
});

test('an environment with a time to live ends by itself, and shows when', async () => {
  const { environments, machine, ...desk } = start();
  desk.open('a', { ttlMs: 500 });
  desk.open('b');
  expect(['a', 'b', 'c'].map(desk.expiresAt)).toEqual([1_000_500, undefined, undefined]);
  await machine.advance(499);
  expect(environments.get('a')).toBeDefined();
  await machine.advance(1);
  expect([environments.get('a'), desk.expiresAt('a')]).toEqual([undefined, undefined]);
  expect(environments.all().map(({ name }) => name)).toEqual(['production', 'staging', 'b']);
});

test('an environment that replaces one with a time to live has its own time to live', async () => {
  const { environments, machine, ...desk } = start();
  desk.open('a', { ttlMs: 500 });
  desk.open('a', { ttlMs: 900 });
  desk.open('b', { ttlMs: 500 });
  desk.open('b');
  expect([desk.expiresAt('a'), desk.expiresAt('b'), machine.waiting]).toEqual([1_000_900, undefined, 1]);
  await machine.advance(500);
  expect([environments.get('a')?.name, environments.get('b')?.name]).toEqual(['a', 'b']);
  await machine.advance(400);
  expect(environments.get('a')).toBeUndefined();
});

test('closing an environment ends its time to live, and does not affect a later one of the same name', async () => {
  const { environments, machine, ...desk } = start();
  desk.open('a', { ttlMs: 500 });
  expect([desk.close('a'), desk.expiresAt('a'), machine.waiting]).toEqual(['closed', undefined, 0]);
  desk.open('a');
  await machine.advance(500);
  expect(environments.get('a')).toBeDefined();
});

test('production and staging ignore a time to live', async () => {
  const { environments, machine, ...desk } = start();
  for (const name of ['production', 'staging']) desk.open(name, { ttlMs: 500 });
  expect(['production', 'staging'].map(desk.expiresAt)).toEqual([undefined, undefined]);
  await machine.advance(500);
  expect(environments.all().length).toBe(2);
});

test('a stop ends the waits for times to live, and removes no environment', async () => {
  const { environments, machine, stop, ...desk } = start();
  desk.open('a', { ttlMs: 500 });
  desk.open('b', { ttlMs: 600 });
  stop.abort();
  await machine.advance(1_000);
  expect([environments.all().length, machine.waiting]).toEqual([4, 0]);
});

test('the problem of a bad name has the allowed form, that of a reserved one the reason', () => {
  expect(findNameProblem('A')).toEqual({
    what: '"A" is not a name of an environment',
    expected: 'up to 63 lower-case letters, digits and hyphens, not starting with a hyphen',
  });
  for (const name of ['v1', 'quickstart'])
    expect(findNameProblem(name)).toEqual({
      what: `the name "${name}" is reserved for a path of the service`,
      hint: 'choose another name',
    });
});

test.each(['a', '0', 'cart-tests', 'v2', 'production', 'a'.repeat(63)])('accepts the name %s', (name) => {
  expect(findNameProblem(name)).toBeUndefined();
});

test.each([
  '',
  '-',
  '-a',
  'A',
  'a_b',
  'a.b',
  '..',
  'a/b',
  'ä',
  'v1',
  'quickstart',
  'a'.repeat(64),
  'a\n',
  '__proto__',
])('refuses the name %j', (name) => {
  expect(findNameProblem(name)).toBeDefined();
});

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

test('opening an environment again ends only the waits of the one before', () => {
  const desk = start();
  const [production, staging] = desk.environments.all();
  desk.open('staging');
  const [, next] = desk.environments.all();
  expect([production, staging, next].map((one) => one?.state.pauses.ended.aborted)).toEqual([
    false,
    true,
    false,
  ]);
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
