import { expect, test } from 'vitest';
import { anEnvironment, aState } from '../../../test/support/an-environment.ts';
import { createTestClock } from '../../../test/support/test-clock.ts';
import type { EnvironmentSettings } from './environment.ts';
import { type EnvironmentRequest, findNameProblem } from './environments.ts';
import { createLocalEnvironments } from './local-environments.ts';

function start({ most = 10, ...settings }: Partial<EnvironmentSettings> & { most?: number } = {}) {
  const machine = createTestClock();
  const stop = new AbortController();
  const first = [
    anEnvironment({}, { apiKeys: ['key-of-production'], machine, ...settings }),
    anEnvironment({}, { name: 'staging', apiKeys: ['key-of-staging'], machine }),
  ] as const;
  const environments = createLocalEnvironments(first, stop.signal, most);
  const open = async (name: string, asked: Partial<EnvironmentRequest> = {}) => {
    const outcome = await environments.open({ initial: aState(), ...asked, name });
    return { kind: outcome.kind, ...(outcome.kind !== 'too-many' && outcome.environment.settings) };
  };
  const names = () => environments.here.all().map(({ name }) => name);
  return { environments, here: environments.here, names, machine, stop, open };
}

test('opens no more environments than the maximum, and still replaces one', async () => {
  const { open, names } = start({ most: 3 });
  const opened = [await open('a'), await open('b'), await open('a')];
  expect(opened.map(({ kind }) => kind)).toEqual(['created', 'too-many', 'replaced']);
  expect(names()).toEqual(['production', 'staging', 'a']);
});

test('closes only temporary environments, and ends their waits', async () => {
  const { environments, here, open } = start();
  await open('a');
  const { ended } = here.get('a')?.state.pauses ?? {};
  const closed = ['production', 'a', 'a'].map((name) => environments.close(name));
  expect([...closed, ended?.aborted]).toEqual(['permanent', 'closed', 'unknown', true]);
});

test('gives each environment its own random key', async () => {
  const { open } = start();
  const keys = [(await open('a')).apiKeys, (await open('b')).apiKeys].flat();
  expect(keys).toEqual(Array(2).fill(expect.stringMatching(/^[0-9a-f]{32}$/)));
  expect(keys[0]).not.toBe(keys[1]);
});

test('defaults are the settings of the simulator; requested choices override its choices', async () => {
  const settings = { seed: '7', profile: 'vary', gaps: { etag: 'on', cors: 'on' }, journalSize: 5 } as const;
  const { open } = start(settings);
  expect(await open('a')).toMatchObject(settings);
  const asked = { seed: '8', profile: 'typical', apiKeys: ['mine'] } as const;
  expect(await open('b', { ...asked, gaps: { cors: 'off' } })).toMatchObject({
    ...asked,
    gaps: { etag: 'on', cors: 'off' },
    journalSize: 5,
  });
});

test('staging gets its first keys again when it is opened without keys', async () => {
  const { open } = start();
  await open('staging', { apiKeys: ['another'] });
  expect(await open('staging')).toMatchObject({ kind: 'replaced', apiKeys: ['key-of-staging'] });
});

test('an environment ends after its own time to live, not after that of the one that it replaced', async () => {
  const { here, names, machine, open } = start();
  await open('a', { ttlMs: 500 });
  await open('a', { ttlMs: 900 });
  await open('b', { ttlMs: 500 });
  await open('b');
  await open('staging', { ttlMs: 500 });
  expect(['a', 'b', 'staging'].map((name) => here.get(name)?.settings.endsAt)).toEqual([
    1_000_900,
    undefined,
    undefined,
  ]);
  await machine.advance(899);
  expect(names()).toEqual(['production', 'staging', 'a', 'b']);
  await machine.advance(1);
  expect(names()).toEqual(['production', 'staging', 'b']);
});

test('a stop ends the waits for times to live, and removes no environment', async () => {
  const { names, machine, stop, open } = start();
  await open('a', { ttlMs: 500 });
  stop.abort();
  await machine.advance(1_000);
  expect([names().length, machine.waiting]).toEqual([3, 0]);
});

test('the problem of a bad name has the allowed form, that of a reserved one the reason', () => {
  expect(findNameProblem('A')).toEqual({
    what: '"A" is not a name of an environment',
    expected: 'up to 63 lower-case letters, digits and hyphens, not starting with a hyphen',
  });
  expect(findNameProblem('v1')).toEqual({
    what: 'the name "v1" is reserved for a path of the service',
    hint: 'choose another name',
  });
});

test.each(['0', 'cart-tests', 'v2', 'a'.repeat(63)])('accepts the name %s', (name) => {
  expect(findNameProblem(name)).toBeUndefined();
});

test.each(['', '-a', 'a.b', 'a/b', 'ä', 'quickstart', 'a'.repeat(64), 'a\n'])(
  'refuses the name %j',
  (name) => {
    expect(findNameProblem(name)).toBeDefined();
  },
);
