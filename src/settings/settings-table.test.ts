import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageRoot } from '../shared/version.ts';
import { flagOf, settingVariable } from './setting.ts';
import { type SettingKey, settingKeys, settingOf } from './settings-table.ts';
import { settingsAsMarkdown } from './show-settings.ts';

/** For each setting texts with the values they mean, and texts that it refuses. A new row wants its own line here. */
const samples: Readonly<
  Record<SettingKey, { reads: readonly (readonly [string, unknown])[]; refuses: readonly string[] }>
> = {
  port: {
    reads: [
      ['0', 0],
      ['65535', 65535],
    ],
    refuses: ['65536', '-1', '08', '1e3', '4010 ', '', 'http', '40.10', '0x10', '٣'],
  },
  host: {
    reads: [
      ['0.0.0.0', '0.0.0.0'],
      ['::1', '::1'],
    ],
    refuses: ['', 'http://x', '[::1]', 'a b'],
  },
  tls: { reads: [['self-signed', 'self-signed']], refuses: ['on', ''] },
  tlsCert: { reads: [['a.pem', 'a.pem']], refuses: ['', ' '] },
  tlsKey: { reads: [['a.pem', 'a.pem']], refuses: [''] },
  tlsCaFile: { reads: [['/tmp/ca.pem', '/tmp/ca.pem']], refuses: [''] },
  scenario: { reads: [['pending', 'pending']], refuses: [''] },
  stagingScenario: { reads: [['./mine.yaml', './mine.yaml']], refuses: [''] },
  scenarioInline: { reads: [['orders: []', 'orders: []']], refuses: ['\n'] },
  scenarios: { reads: [['/scenarios', '/scenarios']], refuses: [''] },
  maxOrders: { reads: [['1', 1]], refuses: ['0', '100000001'] },
  apiKey: {
    reads: [
      ['a', ['a']],
      ['a, b,', ['a', 'b']],
    ],
    refuses: ['', ',', 'two words', 'schlüssel', 'x'.repeat(4097)],
  },
  stagingApiKey: { reads: [['a,b', ['a', 'b']]], refuses: ['a\nb'] },
  seed: {
    reads: [
      ['0', 0],
      ['9007199254740991', 9007199254740991],
    ],
    refuses: ['9007199254740992', '-1'],
  },
  profile: {
    reads: [
      ['typical', 'typical'],
      ['./p.yaml', './p.yaml'],
      ['p.yaml', 'p.yaml'],
    ],
    refuses: ['typicl', ''],
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
    refuses: ['etag', '=on', 'etag=maybe', 'etagg=on', 'etag=on,x', '__proto__=on'],
  },
  gapsHeader: {
    reads: [
      ['on', true],
      ['OFF', false],
      ['1', true],
      ['no', false],
    ],
    refuses: ['2', '', 'enabled'],
  },
  control: {
    reads: [
      ['off', false],
      ['TRUE', true],
    ],
    refuses: ['none'],
  },
  controlPort: { reads: [['0', 0]], refuses: ['x'] },
  controlHost: { reads: [['localhost', 'localhost']], refuses: ['a/b'] },
  controlToken: { reads: [['t', 't']], refuses: ['', 'a b', 'a,b'] },
  controlHosts: { reads: [['sim, sim.test', ['sim', 'sim.test']]], refuses: ['a/b', 'ok,http://x'] },
  journalSize: { reads: [['0', 0]], refuses: ['1000001'] },
  logLevel: {
    reads: [
      ['debug', 'debug'],
      ['silent', 'silent'],
    ],
    refuses: ['DEBUG', 'verbose'],
  },
  shutdownTimeout: {
    reads: [
      ['500ms', 500],
      ['0s', 0],
      ['3600s', 3_600_000],
    ],
    refuses: ['5', '1m', '3601s', '-1s', '1.5s', ''],
  },
};

const accepted = settingKeys.flatMap((key) =>
  samples[key].reads.map(([text, value]) => [key, text, value] as const),
);
const refused = settingKeys.flatMap((key) => samples[key].refuses.map((text) => [key, text] as const));

test.each(accepted)('%s reads %j', (key, text, value) => {
  expect(settingOf(key).read(text)).toEqual({ kind: 'value', value });
});

test.each(refused)('%s refuses %j and says why', (key, text) => {
  const reading = settingOf(key).read(text);
  expect(reading).toMatchObject({
    kind: 'problem',
    problem: { what: expect.stringMatching(/^(cannot|is) /) },
  });
});

test.each(settingKeys.filter((key) => settingOf(key).secret))('%s never repeats a refused text', (key) => {
  expect(JSON.stringify(settingOf(key).read('canary key'))).not.toContain('canary');
});

test.each(settingKeys)(
  '%s has a readable default or a sentence for its absence, and says what it does',
  (key) => {
    const { default: text, unset, says, read } = settingOf(key);
    expect(says).toMatch(/^\S.*[^.\s]$/);
    if (text === undefined) expect(unset).toMatch(/\w/);
    else expect(read(text).kind).toBe('value');
  },
);

test('flags and variables are unique and share the stem of the key', () => {
  expect(flagOf('controlPort')).toBe('--control-port');
  expect(settingVariable('controlPort')).toBe('SIM_CONTROL_PORT');
  expect(new Set(settingKeys.map(flagOf)).size).toBe(settingKeys.length);
  expect(new Set(settingKeys.map(settingVariable)).size).toBe(settingKeys.length);
});

test('docs/settings.md holds exactly the table of the code', () => {
  const page = readFileSync(new URL('docs/settings.md', packageRoot), 'utf8');
  const shown = page.split('<!-- settings:begin -->\n')[1]?.split('\n<!-- settings:end -->')[0];
  expect(cells(shown ?? '')).toEqual(cells(settingsAsMarkdown()));
});

/** The cells of a Markdown table, without the padding that a formatter adds. */
function cells(table: string): string[][] {
  const lines = table
    .split('\n')
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/^-+$/, '-')));
  return lines.filter((line) => line.length > 1);
}
