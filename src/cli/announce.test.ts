import { expect, test } from 'vitest';
import { readSettings, type SettingFlags } from '../options/settings.ts';
import { announcement } from './announce.ts';
import { plain } from './logger.ts';

const simulator = {
  baseUrl: 'http://127.0.0.1:4010/v1',
  stagingBaseUrl: 'http://127.0.0.1:4010/staging/v1',
  controlUrl: 'http://127.0.0.1:4011',
  controlToken: 'drawn',
  consoleUrl: 'http://127.0.0.1:4011/#code=canary-code',
};

async function announced(
  flags: SettingFlags,
  variables = {},
  started: Parameters<typeof announcement>[0] = simulator,
) {
  return announcement(started, await readSettings({ flags, variables }), plain).split('\n');
}

test('names the addresses, the default keys, the generated token, the console, and a request to send', async () => {
  expect(await announced({})).toEqual([
    'store-orders-sim ready: http://127.0.0.1:4010/v1 (production), http://127.0.0.1:4010/staging/v1 (staging), http://127.0.0.1:4011 (control)',
    'API keys: test-api-key (production), test-staging-key (staging)',
    'control token: drawn (generated for this run; set SIM_CONTROL_TOKEN to choose one)',
    'console: http://127.0.0.1:4011/#code=canary-code (in a browser; signs in once)',
    'try: curl -H "Authorization: Bearer test-api-key" http://127.0.0.1:4010/v1/store/orders',
    '',
  ]);
});

test('names the source of a key and a token that were set, and not the texts', async () => {
  const variables = { SIM_STAGING_API_KEY: 'canary-a', SIM_CONTROL_TOKEN: 'canary-b' };
  const lines = await announced({ apiKey: ['canary-c', 'canary-d'] }, variables, {
    ...simulator,
    controlToken: 'canary-b',
  });
  expect(lines.join()).not.toContain('canary');
  expect(lines.slice(1)).toEqual([
    'API keys: as set by --api-key (production), as set by SIM_STAGING_API_KEY (staging)',
    'control token: as set by SIM_CONTROL_TOKEN',
    'console: http://127.0.0.1:4011/ (in a browser; sign in with the control token)',
    'try: curl -H "Authorization: Bearer $API_KEY" http://127.0.0.1:4010/v1/store/orders',
    '',
  ]);
});

test('names no control API that is off', async () => {
  const lines = await announced({ control: 'off' }, {}, { ...simulator, controlUrl: undefined });
  expect(lines.join()).not.toMatch(/control|console/);
});
