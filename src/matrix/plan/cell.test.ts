import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gapKeys } from '../../simulator/environment/gaps/gaps.ts';
import { UserError } from '../../user-error.ts';
import { formatCell, parseCell } from './cell.ts';
import { alternativesOf } from './choices.ts';

const problemsOf = (text: string) => {
  try {
    parseCell(text, '--only');
  } catch (error) {
    if (error instanceof UserError) return error.problems;
    throw error;
  }
  return [];
};

test('parts are written in the order of the tables, joined by " + "', () => {
  const cell = parseCell(
    'cancelOrder:1:reset-after-commit + etag=on + listOrders:2:slow + cancelled-in-list=remove',
  );
  expect(formatCell(cell)).toBe(
    'cancelled-in-list=remove + etag=on + listOrders:2:slow + cancelOrder:1:reset-after-commit',
  );
});

test('each cell that is planned can be read again', () => {
  const choices = gapKeys.flatMap((gap) => alternativesOf(gap, '').map(({ choice }) => ({ gap, choice })));
  fc.assert(
    fc.property(fc.subarray(choices), fc.integer({ min: 1, max: 9 }), (parts, nth) => {
      const gaps = Object.fromEntries(parts.map(({ gap, choice }) => [gap, choice]));
      const cell = {
        gaps,
        faults: [{ operation: 'listOrders' as const, nth, kind: 'unavailable' as const }],
      };
      expect(parseCell(formatCell(cell))).toEqual(cell);
      expect(parseCell(formatCell({ gaps, faults: [] }))).toEqual({ gaps, faults: [] });
    }),
  );
});

test.each([
  ['cancelled-in-lst=remove', 'there is no gap "cancelled-in-lst"', 'did you mean "cancelled-in-list"?'],
  [
    'cancelled-in-list=remov',
    '"remov" is not a choice of the gap cancelled-in-list',
    'did you mean "remove"?',
  ],
  ['basline', '"basline" is not a part of a cell', 'did you mean "baseline"?'],
  ['', '"" is not a part of a cell', expect.stringContaining('use one of')],
  ['etag=on + etag=on', '"etag" appears twice', 'give each part once'],
  ['etag=on + baseline', '"baseline" is not a part of a cell', 'did you mean "baseline"?'],
])('refuses %s', (text, what, hint) => {
  expect(problemsOf(text)).toMatchObject([{ where: '--only', what, hint }]);
});

test.each([
  ['cancelOrdr:1:slow', 'cancelOrder:1:slow'],
  ['cancelOrder:01:slow', 'cancelOrder:1:slow'],
  ['cancelOrder:1:slow:2', 'cancelOrder:1:slow'],
  ['listOrders:1:reset-after-commit', 'listOrders:1:reset-before-commit'],
])('%s is no fault point, but may mean %s', (text, near) => {
  expect(problemsOf(text)).toMatchObject([
    { what: `"${text}" is not a fault point`, hint: `did you mean "${near}"?` },
  ]);
});
