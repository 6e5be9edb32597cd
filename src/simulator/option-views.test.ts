import { expect, test } from 'vitest';
import { optionViews } from './option-views.ts';

test('the options of a program are shown as settings, without secrets', () => {
  const views = optionViews({
    scenario: { orders: [] },
    controlToken: 'canary-token',
    apiKey: ['canary-key'],
    control: true,
    seed: undefined,
  });
  const shown = Object.fromEntries(views.map(({ key, value, source }) => [key, [value, source]]));
  expect(shown).toMatchObject({
    scenario: ['(an object)', 'option'],
    controlToken: ['(secret)', 'option'],
    apiKey: ['(secret)', 'option'],
    stagingApiKey: ['test-staging-key', 'default'],
    control: ['on', 'option'],
    seed: ['1', 'default'],
    port: ['0', 'default'],
    scenarios: ['(built-in scenarios only)', 'default'],
  });
  expect(JSON.stringify(views)).not.toContain('canary');
});
