import { expect, test } from 'vitest';
import { UserError } from '../user-error.ts';
import { wantsDebug } from './process-variables.ts';
import { readSettings, type SettingsInput } from './settings.ts';
import { settingKeys } from './settings-table.ts';

function read(input: SettingsInput) {
  return readSettings({ variables: {}, ...input });
}

function problemsOf(input: SettingsInput): readonly string[] {
  try {
    read(input);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).exitCode).toBe(2);
    return (error as UserError).message.split('\n');
  }
}

test('every setting has its default without any source', () => {
  const { settings, sources } = read({});
  expect(settings).toMatchObject({
    port: 4010,
    controlPort: 4011,
    host: '127.0.0.1',
    scenario: 'mixed',
    stagingScenario: undefined,
    apiKey: ['test-api-key'],
    stagingApiKey: ['test-staging-key'],
    profile: undefined,
    control: true,
    seed: 1,
  });
  expect(Object.keys(settings)).toEqual(settingKeys);
  expect(new Set(Object.values(sources))).toEqual(new Set(['default']));
});

test('a flag overrides a variable, and a variable the default', () => {
  const variables = { SIM_PORT: '11', SIM_CONTROL_PORT: '12', SIM_CONTROL_TOKEN: '' };
  const { settings, sources } = read({ flags: { port: '21' }, variables });
  expect([settings.port, settings.controlPort, settings.journalSize]).toEqual([21, 12, 1000]);
  expect([sources.port, sources.controlPort, sources.journalSize]).toEqual([
    '--port',
    'SIM_CONTROL_PORT',
    'default',
  ]);
  // An empty variable counts as not set.
  expect(sources.controlToken).toBe('default');
});

test('SIM_PORT overrides PORT', () => {
  const alone = read({ variables: { PORT: '8080' } });
  expect([alone.settings.port, alone.sources.port]).toEqual([8080, 'PORT']);
  const both = read({ variables: { PORT: '8080', SIM_PORT: '9090' } });
  expect([both.settings.port, both.sources.port]).toEqual([9090, 'SIM_PORT']);
});

test('a repeatable setting is a repeated flag, or a list in a variable', () => {
  const byFlag = read({ flags: { apiKey: ['a', 'b'], gap: ['etag=on', 'cors=on'] } });
  const byVariable = read({ variables: { SIM_API_KEY: 'a,b', SIM_GAP: 'etag=on,cors=on' } });
  for (const { settings } of [byFlag, byVariable])
    expect([settings.apiKey, settings.gap]).toEqual([['a', 'b'], { etag: 'on', cors: 'on' }]);
});

test('reports the problems of all sources, with the nearest names', () => {
  const variables = { SIM_SCENARO: 'x', SIM_CONTROL: 'maybe', SIM_API_KEY: 'canary key', HOME: '/root' };
  expect(problemsOf({ flags: { port: '99999' }, variables })).toEqual([
    'SIM_SCENARO is not a setting; did you mean "SIM_SCENARIO"?',
    '--port cannot be "99999"; expected a whole number from 0 to 65535',
    'SIM_API_KEY is invalid (not shown); expected at most 4096 visible ASCII characters, without spaces and commas',
    'SIM_CONTROL cannot be "maybe"; expected on or off',
  ]);
});

test.each([
  [
    { tls: 'self-signed', tlsCert: 'a', tlsKey: 'b' },
    '--tls and --tls-cert exclude each other; remove one of them',
  ],
  [{ tlsCaFile: 'a' }, '--tls-ca-file has no effect without a generated CA; add --tls self-signed'],
  [
    { scenarioInline: 'a: 1', scenario: 'x' },
    '--scenario-inline and --scenario exclude each other; remove one of them',
  ],
  [
    { watch: true, scenario: 'mixed' },
    '--watch has nothing to watch; expected a scenario file, a staging scenario file, or a folder of scenarios',
  ],
] as const)('rejects settings that conflict: %j', (flags, line) => {
  expect(problemsOf({ flags })).toEqual([line]);
});

test.each([
  [['serve', '--debug'], {}, true],
  [[], { SIM_DEBUG: '1' }, true],
  [['serve'], { SIM_DEBUG: '0' }, false],
])('%j and %j print stacks: %s', (args, variables, wanted) => {
  expect(wantsDebug(args, variables)).toBe(wanted);
});
