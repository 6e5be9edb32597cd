import { expect, test } from 'vitest';
import { changeAll, now } from '../../../test/traffic/change-all.ts';
import type { Change } from './change.ts';
import { changeText } from './change-text.ts';

const asText = (text: string, change: Change): string => changeText(text, 'text', { change, now });
const form = (text: string): string => text.replaceAll(/\d/g, '1');

test.each<[string, string]>([
  ['2026-01-20', '2026-01-21'],
  ['2026-01-20T10:00:00Z', '2026-01-21T10:00:00Z'],
  ['2026-01-20T10:00:00.125+02:00', '2026-01-21T10:00:00.125+02:00'],
  ['2026-01-20 10:00', '2026-01-21 10:00'],
  ['2026-01-20 10:00:00,5', '2026-01-21 10:00:00,5'],
  ['2026-01-20T10:00:00+0200', '2026-01-21T10:00:00+0200'],
  ['2026/01/20', '2026/01/21'],
  ['2026-01-20T25:00:00Z', '2026-01-21T25:00:00Z'],
  ['Tue, 20 Jan 2026 10:00:00 GMT', 'Wed, 21 Jan 2026 10:00:00 GMT'],
  ['20-Jan-2026', '21-Jan-2026'],
  ['20 Jan 2026 25:00:00', '21 Jan 2026 25:00:00'],
])('shifts %s in its form', (text, next) => {
  const [date = '', nextDate = ''] = changeAll([`due ${text}.`, `due ${next}.`], asText);
  const day = (one: string): number =>
    Date.parse(one.replace(/^due |[T ](?:25|10):.*|\.$/g, '').replace(/^\w+, /, ''));
  expect(form(date).replace(/[A-Z][a-z]{2}/g, '')).toHaveLength(
    form(text).replace(/[A-Z][a-z]{2}/g, '').length + 5,
  );
  expect(date).not.toContain('2026-01-20');
  expect(day(nextDate) - day(date)).toBe(86_400_000);
});

test.each(['2026-02-30', '2026-13-01T10:00:00Z', '2025-02-29'])(
  'the date %s, which does not exist, stays one',
  (text) => {
    for (let byte = 0; byte < 30; byte += 1) {
      const [changed = ''] = changeAll([`{"shipDate":"${text}"}`], undefined, { byte });
      expect(changed).not.toContain(text);
      const [, date = '', month] = /"((?:\d{4})-(\d{2})-\d{2})/.exec(changed) ?? [];
      expect(changed.slice(changed.indexOf(date) + 4)).toBe(`${text.slice(4)}"}`);
      if (Number(month) <= 12)
        expect(new Date(`${date}T00:00:00Z`).getUTCMonth() + 1).not.toBe(Number(month));
    }
  },
);

test('a date without a fraction is shifted by whole seconds, also where ship dates have fractions', () => {
  const texts = ['{"shipDate":"2026-01-20T10:00:00.900Z","at":"2026-01-20T10:00:00Z"}'];
  for (let byte = 0; byte < 30; byte += 1) {
    const { shipDate, at } = JSON.parse(changeAll(texts, undefined, { byte })[0] ?? '');
    const ms = Date.parse(shipDate) - Date.parse(at);
    expect([ms >= 0, ms < 2000]).toEqual([true, true]);
  }
});
