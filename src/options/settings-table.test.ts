import { expect, test } from 'vitest';
import { flagOf } from './option-row.ts';
import { type SettingKey, settingKeys, settingOf, settingVariable } from './settings-table.ts';
import { defaultOf } from './show-settings.ts';

const accepted: readonly (readonly [SettingKey, string, unknown])[] = [
  ['port', '0', 0],
  ['host', '::1', '::1'],
  ['publicUrl', 'HTTP://Localhost:32768/', 'http://localhost:32768'],
  ['publicUrl', 'https://tools.test/simulator/', 'https://tools.test/simulator'],
  ['tls', 'self-signed', 'self-signed'],
  ['scenario', 'pending', 'pending'],
  ['maxOrders', '1', 1],
  ['apiKey', 'a, b,', ['a', 'b']],
  ['seed', '9007199254740991', 9007199254740991],
  ['profile', './p.yaml', './p.yaml'],
  ['gap', 'etag=on,list-lag=after-20-ms', { etag: 'on', 'list-lag': 'after-20-ms' }],
  [
    'gap',
    'error-codes=map:unauthorized=A,order_not_found=B;etag=on,cors=on',
    { 'error-codes': 'map:unauthorized=A,order_not_found=B', etag: 'on', cors: 'on' },
  ],
  ['gapsHeader', 'OFF', false],
  ['control', '1', true],
  ['controlToken', 'my-token', 'my-token'],
  ['controlHosts', '*,[fd00::7]', ['*', 'fd00::7']],
  ['logLevel', 'silent', 'silent'],
  ['shutdownTimeout', '500ms', 500],
];

/** Texts that a setting rejects, one for each of its limits. */
const rejects: Partial<Record<SettingKey, readonly string[]>> = {
  port: ['65536', '-1', '08', '1e3', '4010 ', ''],
  host: ['', 'http://x', '[::1]', '127.0.0.1:80'],
  publicUrl: ['orders.test', 'ftp://x', 'http://a:b@x', 'http://x/v1', 'http://x?a=b'],
  tls: ['on'],
  tlsCert: [' '],
  watch: ['always'],
  maxOrders: ['0', '100000001'],
  apiKey: ['', ',', 'two words', 'schlüssel', 'x'.repeat(4097)],
  seed: ['9007199254740992'],
  profile: ['typicl'],
  gap: ['etag', '=on', 'etag=maybe', 'etagg=on', '__proto__=on'],
  gapsHeader: ['2', ''],
  controlToken: ['', 'seventh', 'a b c d e', 'abcd,efgh'],
  controlHosts: ['a/b', 'ok,http://x', '*.sim', '10.0.0.0/8', 'sim:80'],
  journalSize: ['1000001'],
  logLevel: ['DEBUG'],
  shutdownTimeout: ['5', '61m', '-1s', '1.5s', ''],
};
const rejected = settingKeys.flatMap((key) => (rejects[key] ?? []).map((text) => [key, text] as const));

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
  const setting = settingOf(key);
  const { default: value, description, read } = setting;
  expect(description).toMatch(/^\S.*[^.\s]$/);
  if (value === undefined) expect(defaultOf(setting)).toMatch(/\w/);
  else expect(read(defaultOf(setting))).toEqual({ kind: 'value', value });
});

test('flags and variables are unique and share the stem of the key', () => {
  expect(flagOf('controlPort')).toBe('--control-port');
  expect(settingVariable('controlPort')).toBe('SIM_CONTROL_PORT');
  expect(new Set(settingKeys.map(flagOf)).size).toBe(settingKeys.length);
  expect(new Set(settingKeys.map(settingVariable)).size).toBe(settingKeys.length);
});
