import { expect, test } from 'vitest';
import { flagOf, settingVariable } from './setting.ts';
import { type SettingKey, settingKeys, settingOf } from './settings-table.ts';

/** Texts of each setting with their values, and texts that it rejects. A new row needs a line here. */
const samples: Readonly<
  Record<SettingKey, { reads: readonly (readonly [string, unknown])[]; rejects: readonly string[] }>
> = {
  port: {
    reads: [
      ['0', 0],
      ['65535', 65535],
    ],
    rejects: ['65536', '-1', '08', '1e3', '4010 ', '', 'http', '40.10', '0x10', '٣'],
  },
  host: {
    reads: [
      ['0.0.0.0', '0.0.0.0'],
      ['::1', '::1'],
    ],
    rejects: ['', 'http://x', '[::1]', 'a b', '127.0.0.1:80', 'localhost:'],
  },
  publicUrl: {
    reads: [
      ['https://orders.test', 'https://orders.test'],
      ['HTTP://Localhost:32768/', 'http://localhost:32768'],
      ['http://[::1]:4010//', 'http://[::1]:4010'],
      ['https://tools.test/simulator/', 'https://tools.test/simulator'],
    ],
    rejects: [
      '',
      'orders.test',
      'localhost:4010',
      'ftp://x',
      'http://a:b@x',
      'http://x/v1',
      'http://x?a=b',
      'http://x/#',
    ],
  },
  tls: { reads: [['self-signed', 'self-signed']], rejects: ['on', ''] },
  tlsCert: { reads: [['a.pem', 'a.pem']], rejects: ['', ' '] },
  tlsKey: { reads: [['a.pem', 'a.pem']], rejects: [''] },
  tlsCaFile: { reads: [['/tmp/ca.pem', '/tmp/ca.pem']], rejects: [''] },
  scenario: { reads: [['pending', 'pending']], rejects: [''] },
  stagingScenario: { reads: [['./mine.yaml', './mine.yaml']], rejects: [''] },
  scenarioInline: { reads: [['orders: []', 'orders: []']], rejects: ['\n'] },
  scenarios: { reads: [['/scenarios', '/scenarios']], rejects: [''] },
  watch: { reads: [['on', true]], rejects: ['always'] },
  environments: { reads: [['./environments', './environments']], rejects: ['', ' '] },
  maxOrders: { reads: [['1', 1]], rejects: ['0', '100000001'] },
  apiKey: {
    reads: [
      ['a', ['a']],
      ['a, b,', ['a', 'b']],
    ],
    rejects: ['', ',', 'two words', 'schlüssel', 'x'.repeat(4097)],
  },
  stagingApiKey: { reads: [['a,b', ['a', 'b']]], rejects: ['a\nb'] },
  seed: {
    reads: [
      ['0', 0],
      ['9007199254740991', 9007199254740991],
    ],
    rejects: ['9007199254740992', '-1'],
  },
  profile: {
    reads: [
      ['typical', 'typical'],
      ['./p.yaml', './p.yaml'],
      ['p.yaml', 'p.yaml'],
    ],
    rejects: ['typicl', ''],
  },
  unknown: {
    reads: [
      ['least-promise', 'least-promise'],
      ['vary', 'vary'],
    ],
    rejects: ['./p.yaml', 'none', ''],
  },
  gap: {
    reads: [
      ['etag=on', { etag: 'on' }],
      ['etag=on,list-lag=after-20-ms', { etag: 'on', 'list-lag': 'after-20-ms' }],
      [
        'error-codes=map:unauthorized=A,order_not_found=B;etag=on,cors=on',
        { 'error-codes': 'map:unauthorized=A,order_not_found=B', etag: 'on', cors: 'on' },
      ],
    ],
    rejects: ['etag', '=on', 'etag=maybe', 'etagg=on', 'etag=on,x', '__proto__=on'],
  },
  gapsHeader: {
    reads: [
      ['on', true],
      ['OFF', false],
      ['1', true],
      ['no', false],
    ],
    rejects: ['2', '', 'enabled'],
  },
  cell: { reads: [['{"gaps":{"etag":"on"}}', '{"gaps":{"etag":"on"}}']], rejects: ['', ' '] },
  record: { reads: [['./run.jsonl', './run.jsonl']], rejects: [''] },
  control: {
    reads: [
      ['off', false],
      ['TRUE', true],
    ],
    rejects: ['none'],
  },
  controlPort: { reads: [['0', 0]], rejects: ['x'] },
  controlHost: { reads: [['localhost', 'localhost']], rejects: ['a/b'] },
  controlToken: { reads: [['my-token', 'my-token']], rejects: ['', 'seventh', 'a b c d e', 'abcd,efgh'] },
  controlHosts: {
    reads: [
      ['sim, sim.test', ['sim', 'sim.test']],
      ['*,[fd00::7]', ['*', 'fd00::7']],
    ],
    rejects: ['a/b', 'ok,http://x', '*.sim', '10.0.0.0/8', 'sim:80'],
  },
  store: { reads: [['redis://store:6379', 'redis://store:6379']], rejects: [''] },
  replica: { reads: [['sim-0', 'sim-0']], rejects: ['', ' '] },
  journalSize: { reads: [['0', 0]], rejects: ['1000001'] },
  logLevel: {
    reads: [
      ['debug', 'debug'],
      ['silent', 'silent'],
    ],
    rejects: ['DEBUG', 'verbose'],
  },
  logFormat: {
    reads: [
      ['pretty', 'pretty'],
      ['json', 'json'],
    ],
    rejects: ['JSON', 'text', ''],
  },
  logRequests: { reads: [['off', 'off']], rejects: ['none', ''] },
  drainDelay: {
    reads: [
      ['0s', 0],
      ['5s', 5_000],
    ],
    rejects: ['5', '61m', ''],
  },
  shutdownTimeout: {
    reads: [
      ['500ms', 500],
      ['0s', 0],
      ['3600s', 3_600_000],
      ['2m', 120_000],
      ['1h', 3_600_000],
    ],
    rejects: ['5', '61m', '3601s', '-1s', '1.5s', '05s', ''],
  },
};

const accepted = settingKeys.flatMap((key) =>
  samples[key].reads.map(([text, value]) => [key, text, value] as const),
);
const rejected = settingKeys.flatMap((key) => samples[key].rejects.map((text) => [key, text] as const));

test.each(accepted)('%s reads %j', (key, text, value) => {
  expect(settingOf(key).read(text)).toEqual({ kind: 'value', value });
});

test.each(rejected)('%s rejects %j with a reason', (key, text) => {
  const reading = settingOf(key).read(text);
  expect(reading).toMatchObject({
    kind: 'problem',
    problem: { what: expect.stringMatching(/^(cannot|is) /) },
  });
});

test.each(settingKeys.filter((key) => settingOf(key).secret))('%s never repeats a rejected text', (key) => {
  expect(JSON.stringify(settingOf(key).read('canary key'))).not.toContain('canary');
});

test.each(settingKeys)('%s has a valid default or describes being unset, and has a description', (key) => {
  const { default: text, unset, description, read } = settingOf(key);
  expect(description).toMatch(/^\S.*[^.\s]$/);
  if (text === undefined) expect(unset).toMatch(/\w/);
  else expect(read(text).kind).toBe('value');
});

test('flags and variables are unique and share the stem of the key', () => {
  expect(flagOf('controlPort')).toBe('--control-port');
  expect(settingVariable('controlPort')).toBe('SIM_CONTROL_PORT');
  expect(new Set(settingKeys.map(flagOf)).size).toBe(settingKeys.length);
  expect(new Set(settingKeys.map(settingVariable)).size).toBe(settingKeys.length);
});
