import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../test/support/new-folder.ts';
import { readCheckConfig } from './check-config.ts';

const folder = newFolder();
const file = join(folder, 'check.yaml');

/** Reads a file with this text. A problem names it `check.yaml`. */
async function read(text: string) {
  await writeFile(file, text);
  return readCheckConfig(file);
}

test('reads the flags of every target, with the defaults, as the command line does', async () => {
  const targets = await read(`
defaults: { timeout: 5, skip: "R15,R17" }
targets:
  shop-1:
    url: https://shop.example/v1
    apiKeyEnv: SHOP_KEY
    level: cancel
    pendingId: [9007199254740993, "-2"]
    iOwnTheseOrders: true
    header: { X-Tenant: one, X-Count: 2 }
    maxBody: 1K
  staging.v1: { url: "http://127.0.0.1:4010/v1", timeout: 0.5, header: "X-Tenant: two", iOwnTheseOrders: false }
`);
  expect(targets).toEqual([
    {
      name: 'shop-1',
      url: 'https://shop.example/v1',
      flags: {
        timeout: 5_000,
        skip: [['R15', 'R17']],
        apiKeyEnv: 'SHOP_KEY',
        level: 'cancel',
        pendingId: [9007199254740993n, -2n],
        iOwnTheseOrders: true,
        header: [
          ['X-Tenant', 'one'],
          ['X-Count', '2'],
        ],
        maxBody: 1024,
      },
    },
    {
      name: 'staging.v1',
      url: 'http://127.0.0.1:4010/v1',
      flags: {
        timeout: 500,
        skip: [['R15', 'R17']],
        header: [['X-Tenant', 'two']],
        iOwnTheseOrders: undefined,
      },
    },
  ]);
});

test('reads JSON', async () => {
  expect(await read('{"targets":{"shop":{"url":"https://shop.example/v1","wait":3}}}')).toMatchObject([
    { name: 'shop', flags: { wait: 3 } },
  ]);
});

const inTarget = (text: string): string => `targets:\n  shop:\n    ${text}\n`;

test.each([
  ['', /check\.yaml:1:1 the file is empty; expected a mapping/],
  ['targets: {}', /check\.yaml:1:10 targets is empty; expected a mapping from names/],
  ['target: {}\ntargets: {a: {}}', /check\.yaml:1:1 unknown key "target"; did you mean "targets"/],
  ['targets: {"../x": {}}', /check\.yaml:1:11 "\.\.\/x" is not a valid key of targets; expected letters/],
  ['targets: {a: 1}', /check\.yaml:1:14 targets\.a is 1; expected a mapping/],
  ['targets: {a: {}, a: {}}', /check\.yaml:1:18 key "a" is given twice/],
  [inTarget('lvel: probe'), /check\.yaml:3:5 unknown key "lvel" in targets\.shop; did you mean "level"/],
  [inTarget('level: prob'), /check\.yaml:3:12 level cannot be "prob".*did you mean "probe"/],
  [inTarget('level: [probe, cancel]'), /check\.yaml:3:12 level cannot be .*; expected a text or a number$/m],
  [inTarget('pendingId: 1.5'), /check\.yaml:3:16 pendingId cannot be "1\.5"; expected a decimal int64/],
  [inTarget('pendingId: { a: 1 }'), /check\.yaml:3:16 pendingId cannot be .* or a list of texts/],
  [
    inTarget('iOwnTheseOrders: "yes"'),
    /check\.yaml:3:22 iOwnTheseOrders cannot be "yes"; expected true or false/,
  ],
  [inTarget('url: 5'), /check\.yaml:3:10 targets\.shop\.url is 5; expected a string/],
  [inTarget('dryRun: true'), /check\.yaml:3:13 dryRun is only a flag of the command line/],
  [
    inTarget('apiKey: hunter2'),
    /check\.yaml:3:13 apiKey is a secret, which does not .*; use apiKeyEnv or apiKeyFile/,
  ],
  [inTarget('controlToken: hunter2'), /controlToken is a secret.*; use the variable SIM_CONTROL_TOKEN/],
])('refuses %j with its position, without a secret', async (text, message) => {
  await expect(read(text)).rejects.toThrow(message);
  await expect(read(text)).rejects.not.toThrow(/hunter2/);
});

test('reports every problem of a file', async () => {
  const run = read('defaults: { wait: soon }\ntargets: { a: { level: x }, b: { rps: y } }');
  await expect(run).rejects.toMatchObject({ problems: { length: 3 }, exitCode: 2 });
});
