import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../test/support/new-folder.ts';
import { UserError } from '../user-error.ts';
import { readSettings, type SettingsInput, wantsDebug } from './settings.ts';
import { settingKeys } from './settings-table.ts';
import { settingsAsText } from './show-settings.ts';

const folder = newFolder();
let files = 0;

function config(text: string): string {
  const file = join(folder, `${files++}.yaml`);
  writeFileSync(file, text);
  return file;
}

function read(input: SettingsInput) {
  return readSettings({ variables: {}, ...input });
}

async function problemsOf(input: SettingsInput): Promise<readonly string[]> {
  const error = await read(input).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UserError);
  expect((error as UserError).exitCode).toBe(2);
  return (error as UserError).message.replaceAll(`${folder}/`, '').split('\n');
}

test('every setting has its default without any source', async () => {
  const { settings, sources } = await read({});
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

test('a flag overrides a variable, a variable the file, and the file the default', async () => {
  const configFile = config('port: 1\ncontrolPort: 2\nseed: 3\n');
  const variables = { SIM_PORT: '11', SIM_CONTROL_PORT: '12' };
  const { settings, sources } = await read({ flags: { port: '21' }, variables, configFile });
  expect([settings.port, settings.controlPort, settings.seed, settings.journalSize]).toEqual([
    21, 12, 3, 1000,
  ]);
  expect([sources.port, sources.controlPort, sources.journalSize]).toEqual([
    '--port',
    'SIM_CONTROL_PORT',
    'default',
  ]);
  expect(sources.seed).toBe(`${configFile}:3:7`);
});

test('SIM_PORT overrides PORT', async () => {
  const alone = await read({ variables: { PORT: '8080' } });
  expect([alone.settings.port, alone.sources.port]).toEqual([8080, 'PORT']);
  const both = await read({ variables: { PORT: '8080', SIM_PORT: '9090' } });
  expect([both.settings.port, both.sources.port]).toEqual([9090, 'SIM_PORT']);
});

test('SIM_CONFIG is the path of a config file, and an empty variable counts as not set', async () => {
  const variables = { SIM_CONFIG: config('scenario: shipped'), SIM_PORT: '', SIM_CONTROL_TOKEN: '' };
  const { settings } = await read({ variables });
  expect([settings.scenario, settings.port, settings.controlToken]).toEqual(['shipped', 4010, undefined]);
  expect((await read({ variables: { SIM_CONFIG: '' } })).settings.scenario).toBe('mixed');
});

test('a repeatable setting is a repeated flag, a list in a variable, a list or a mapping in a file', async () => {
  const byFlag = await read({ flags: { apiKey: ['a', 'b'], gap: ['etag=on', 'cors=on'] } });
  const byVariable = await read({ variables: { SIM_API_KEY: 'a,b', SIM_GAP: 'etag=on,cors=on' } });
  const configFile = config('apiKey: [a, b]\ngap:\n  etag: on\n  cors: on\n');
  const byFile = await read({ configFile });
  for (const { settings } of [byFlag, byVariable, byFile]) {
    expect([settings.apiKey, settings.gap]).toEqual([['a', 'b'], { etag: 'on', cors: 'on' }]);
  }
});

test('the result is frozen', async () => {
  const { settings, sources } = await read({});
  expect(Object.isFrozen(settings) && Object.isFrozen(sources)).toBe(true);
});

test('reports the problems of all sources, with the nearest names', async () => {
  const configFile = config('sead: 1\nlogLevel: loud\nhost: {a: 1}\nscenario:\n');
  const name = basename(configFile);
  const variables = { SIM_SCENARO: 'x', SIM_CONTROL: 'maybe', SIM_API_KEY: 'canary key', HOME: '/root' };
  expect(await problemsOf({ flags: { port: '99999' }, variables, configFile })).toEqual([
    'SIM_SCENARO is not a setting; did you mean "SIM_SCENARIO"?',
    `${name}:1:1 "sead" is not a setting; did you mean "seed"?`,
    `${name}:3:7 host cannot be a mapping; expected a scalar`,
    `${name}:4:10 scenario cannot be null; expected a scalar`,
    '--port cannot be "99999"; expected a whole number from 0 to 65535',
    'SIM_API_KEY is invalid (keys not shown); expected at most 4096 visible ASCII characters, without spaces and commas',
    'SIM_CONTROL cannot be "maybe"; expected on or off',
    `${name}:2:11 logLevel cannot be "loud"; expected one of silent, error, warn, info, debug, trace`,
  ]);
});

test.each([
  [
    { controlPort: '4010' },
    '--control-port and --port are both 4010; choose another port for the control API',
  ],
  [{ tlsCert: 'a' }, '--tls-cert is given without --tls-key; expected both or none'],
  [{ tlsKey: 'a' }, '--tls-key is given without --tls-cert; expected both or none'],
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
] as const)('rejects settings that conflict: %j', async (flags, line) => {
  expect(await problemsOf({ flags })).toEqual([line]);
});

test.each([
  { port: '0', controlPort: '0' },
  { port: '4011', control: 'off' },
  { tls: 'self-signed', tlsCaFile: 'a' },
  { tlsCert: 'a', tlsKey: 'b' },
  { scenarioInline: 'a: 1' },
  { watch: 'on', scenario: 'mine.yaml' },
  { watch: 'on', stagingScenario: './mine' },
  { watch: 'on', scenarios: 'mine' },
])('accepts settings that do not conflict: %j', async (flags) => {
  await read({ flags });
});

test.each(['SIM_SERVICE_HOST', 'SIM_PORT_4010_TCP_ADDR'])(
  'explains %s, which Kubernetes sets',
  async (name) => {
    expect((await problemsOf({ variables: { [name]: 'x' } })).join()).toContain(
      'enableServiceLinks to false',
    );
  },
);

test.each([
  ['[1, 2]', ':1:1 contains no settings; expected a mapping such as `port: 4010`'],
  ['port: 1\nport: 2\n', ':2:1 key "port" is given twice; expected each key once'],
  ['a: &a 1\nport: *a\n', 'alias'],
  ['port: [1, 2]', ':1:7 port cannot be a list; expected a scalar'],
  ['apiKey: [[a]]', ':1:9 apiKey cannot be a list; expected a scalar or a list of scalars'],
  ['port: {', 'is not YAML'],
])('rejects the config file %j with the position', async (text, line) => {
  expect((await problemsOf({ configFile: config(text) })).join()).toContain(line);
});

test('accepts an empty config file, and rejects one that is missing, a folder, or too large', async () => {
  await read({ configFile: config('# nothing\n') });
  expect(await problemsOf({ configFile: 'nowhere.yaml' })).toEqual(['nowhere.yaml does not exist']);
  expect((await problemsOf({ configFile: folder })).join()).toContain('is not a file');
  expect((await problemsOf({ configFile: config('#'.repeat(300_000)) })).join()).toContain(
    'has 300000 bytes; expected at most 262144',
  );
});

test('prints every setting with value and source, but not a secret', async () => {
  const variables = { SIM_API_KEY: 'canary-a', SIM_CONTROL_TOKEN: 'canary-b' };
  const text = settingsAsText(await read({ flags: { gap: 'etag=on', gapsHeader: 'on' }, variables }));
  expect(text).not.toContain('canary');
  const rows = text.split('\n').map((line) => line.split(/ {2,}/));
  expect(rows.slice(1).map(([key]) => key)).toEqual(settingKeys);
  expect(rows).toContainEqual(['apiKey', '(set)', 'SIM_API_KEY']);
  expect(rows).toContainEqual(['controlToken', '(set)', 'SIM_CONTROL_TOKEN']);
  expect(rows).toContainEqual(['stagingApiKey', 'test-staging-key', 'default']);
  expect(rows).toContainEqual(['gapsHeader', 'on', '--gaps-header']);
  expect(rows).toContainEqual(['gap', 'etag=on', '--gap']);
  expect(rows).toContainEqual(['stagingScenario', '(the same as scenario)', 'default']);
});

test.each([
  [['serve', '--debug'], {}, true],
  [[], { SIM_DEBUG: '1' }, true],
  [['serve'], { SIM_DEBUG: '0' }, false],
])('%j and %j print stacks: %s', (args, variables, wanted) => {
  expect(wantsDebug(args, variables)).toBe(wanted);
});
