import { expect, test } from 'vitest';
import { createHideKey } from './hide-key.ts';

const hide = createHideKey('Secret/"4711"');

test.each([
  ['the key', 'a Secret/"4711" b', 'a ************* b'],
  ['the key in JSON', '{"k":"Secret/\\"4711\\""}', '{"k":"***************"}'],
  ['the key in a URL', 'k=Secret%2F%224711%22', 'k=*******************'],
  [
    'the key in base64',
    `Basic ${Buffer.from('Secret/"4711"').toString('base64')}`,
    `Basic ${'*'.repeat(20)}`,
  ],
  ['the key in the other case', 'sECRET/"4711"', '*************'],
  ['the key without its end', 'Secret/"4711', '************'],
  ['two of them', 'Secret/"4711" Secret/"4711"', '************* *************'],
])('hides %s and keeps each position', (_name, text, hidden) => {
  expect(hide(text)).toBe(hidden);
  expect(hidden).toHaveLength(text.length);
});

test('leaves other text alone, and a key too short to hide', () => {
  expect(hide('Secret 4711')).toBe('Secret 4711');
  expect(createHideKey('key')('a key')).toBe('a key');
});
