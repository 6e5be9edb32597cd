import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';
import { settingKeys } from './settings-table.ts';
import { settingsAsText, settingViews } from './show-settings.ts';

test('every setting has a view with its value and its source, without secrets', async () => {
  const reading = await readSettings({
    flags: { port: '7', controlToken: 'canary-token', gap: ['etag=on', 'cors=on'] },
    variables: { SIM_API_KEY: 'canary-key', SIM_CONTROL_PORT: '8' },
  });
  const views = settingViews(reading);
  expect(views.map(({ key }) => key)).toEqual(settingKeys);
  const shown = Object.fromEntries(views.map(({ key, value, source }) => [key, [value, source]]));
  expect(shown).toMatchObject({
    port: ['7', '--port'],
    controlPort: ['8', 'SIM_CONTROL_PORT'],
    controlToken: ['(secret)', '--control-token'],
    apiKey: ['(secret)', 'SIM_API_KEY'],
    stagingApiKey: ['test-staging-key', 'default'],
    gap: ['etag=on;cors=on', '--gap'],
    control: ['on', 'default'],
    publicUrl: [expect.stringMatching(/^\(the host /), 'default'],
  });
  expect(JSON.stringify(views)).not.toContain('canary');
  const rows = settingsAsText(reading).split('\n');
  expect(rows.slice(1).map((line) => line.split(/ {2,}/))).toEqual(
    views.map(({ key, value, source }) => [key, value, source]),
  );
  expect(views.find(({ key }) => key === 'port')).toMatchObject({ flag: '--port', variable: 'SIM_PORT' });
});
