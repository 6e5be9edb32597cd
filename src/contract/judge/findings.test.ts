import { expect, test } from 'vitest';
import { createSecrets } from '../../secrets/secrets.ts';
import { excerpt, excerptOfValue } from './findings.ts';

const open = createSecrets([]).hide;
const { hide } = createSecrets(['Secret-key']);
const letters = Buffer.from('abcdefghijklmnopqrstuvwxyz'.repeat(4));

test('shows 36 bytes on each side of an offset, and an ellipsis for more', () => {
  expect(excerpt(letters, 0, open)).toBe('byte 0: abcdefghijklmnopqrstuvwxyzabcdefghij…');
  expect(excerpt(letters, 36, open)).toBe(`byte 36: ${letters.subarray(0, 72)}…`);
  expect(excerpt(letters, 37, open)).toBe(`byte 37: …${letters.subarray(1, 73)}…`);
  expect(excerpt(letters, 67, open)).toBe(`byte 67: …${letters.subarray(31, 103)}…`);
  expect(excerpt(letters, 68, open)).toBe(`byte 68: …${letters.subarray(32)}`);
  expect(excerpt(letters, 104, open)).toBe(`byte 104: …${letters.subarray(68)}`);
});

test('shows a short body whole, and an empty one in words', () => {
  expect(excerpt(Buffer.from('[]'), 1, open)).toBe('byte 1: []');
  expect(excerpt(Buffer.alloc(0), 0, open)).toBe('an empty body');
});

test('shows non-ASCII characters, and escapes invisible ones', () => {
  expect(excerpt(Buffer.from('žluť \n\u0000'), 2, open)).toBe('byte 2: žluť \\n\\x00');
});

test('hides a key that is partly or completely in the excerpt', () => {
  for (let before = 0; before < 120; before += 1) {
    const body = Buffer.from(`${'-'.repeat(before)}Secret-key${'-'.repeat(60)}`);
    expect(excerpt(body, 50, hide)).not.toMatch(/Secret|key/);
  }
});

test('hides a key that begins far before the excerpt', () => {
  const long = 'k'.repeat(500);
  const hideLong = createSecrets([long]).hide;
  const body = Buffer.from(`"${long}"-----`);
  expect(excerpt(body, 503, hideLong)).not.toContain('k');
  expect(excerpt(Buffer.from(`-----"${long}"`), 0, hideLong)).not.toContain('k');
});

test('shows up to 40 characters of a value, and its offset', () => {
  const forty = 'v'.repeat(40);
  expect(excerptOfValue(Buffer.from(`[${forty}]`), 1, 41, open)).toMatch(/^v{40} at byte 1: \[/);
  expect(excerptOfValue(Buffer.from(`[${forty}v]`), 1, 42, open)).toMatch(/^v{40}… at byte 1: \[/);
  expect(excerptOfValue(Buffer.from('["a"]'), 1, 4, open)).toBe('"a" at byte 1: ["a"]');
});
