import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { checkConfigSchema } from './check-config-schema.ts';

test('docs/reference/check-config.schema.json is the schema of the file of --config', async () => {
  await expect(`${JSON.stringify(checkConfigSchema(), undefined, 2)}\n`).toMatchFileSnapshot(
    '../docs/reference/check-config.schema.json',
  );
});

test('accepts what the command accepts, and no unknown key and no secret', () => {
  const valid = new Ajv2020({ allowUnionTypes: true }).compile(checkConfigSchema());
  const url = 'https://shop.example/v1';
  const target = { url, apiKeyEnv: 'KEY', pendingId: [1, '2'], timeout: 5, iOwnTheseOrders: true };
  const accepted = [
    { targets: { shop: target } },
    { defaults: { report: 'json=x.json' }, targets: { shop: { ...target, header: { 'X-Shop': 'a' } } } },
  ];
  const quick = { targets: { quick: { quickstart: 'http://127.0.0.1:4010/quickstart', level: 'cancel' } } };
  expect(valid(quick)).toBe(true);
  for (const file of accepted) expect(valid(file)).toBe(true);
  for (const wrong of [
    { apiKey: 'secret' },
    { dryRun: true },
    { pendingIds: [1] },
    { iOwnTheseOrders: 'yes' },
  ])
    expect(valid({ targets: { shop: { ...target, ...wrong } } })).toBe(false);
  expect(valid({ targets: { shop: { ...target, ...quick.targets.quick } } })).toBe(false);
  expect(valid({ targets: { shop: { level: 'probe' } } })).toBe(false);
  expect(valid({ targets: {} })).toBe(false);
});
