import { expect, test } from 'vitest';
import { gaps } from './gaps.ts';
import { hasParameter, readGapChoice } from './read-choice.ts';

const known = [
  ...gaps.flatMap(({ key, choices }) =>
    Object.keys(choices)
      .filter((name) => !hasParameter(name))
      .map((name) => [key, name] as const),
  ),
  ['list-lag', 'after-999999999-ms'],
  ['list-lag', 'after-2-reads'],
  ['error-codes', 'map:unauthorized=A,order_not_found=E404'],
  ['pet-deprecation', 'since:2026-01-01'],
  ['pet-deprecation', 'sunset:2026-01-01..2026-06-30'],
  ['pet-deprecation', 'gone:2026-01-01..2026-06-30'],
] as const;

test.each(known)('accepts %s=%s', (key, choice) => {
  expect(readGapChoice(key, choice)).toEqual({ kind: 'choice', key, choice });
});

test.each([
  ['list-lag', 'after-N-ms'],
  ['list-lag', 'after-1000000000-ms'],
  ['error-codes', 'map:…'],
  ['error-codes', 'map:unauthorized='],
  ['error-codes', 'map:UNAUTHORIZED=A'],
  ['pet-deprecation', 'since:2026-1-01'],
  ['pet-deprecation', 'gone:2026-01-01'],
  ['etag', 'On'],
  ['etag', 'toString'],
])('refuses %s=%s', (key, choice) => {
  expect(readGapChoice(key, choice)).toMatchObject({
    kind: 'problem',
    problem: { what: `"${choice}" is not a choice of the gap ${key}` },
  });
});

test('the problem of a bad choice has the allowed ones and the nearest', () => {
  expect(readGapChoice('conflict-body', 'eror')).toEqual({
    kind: 'problem',
    problem: {
      what: '"eror" is not a choice of the gap conflict-body',
      expected: 'empty, error, text',
      hint: 'did you mean "error"?',
    },
  });
});

test('the problem of an unknown gap has the nearest one', () => {
  expect(readGapChoice('conflict-bodi', 'error')).toEqual({
    kind: 'problem',
    problem: { what: 'there is no gap "conflict-bodi"', hint: 'did you mean "conflict-body"?' },
  });
});
