import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wellReport } from '../../test/check/reports/sample-reports.ts';
import { newFolder } from '../../test/support/new-folder.ts';
import type { CheckFlags } from '../check/check-table.ts';
import type { Report } from '../contract/report.ts';
import { readProfileFile } from '../simulator/scenarios/profile-file.ts';
import { readProfileFlags } from './profile-flags.ts';

const day = 86_400_000;
const start = Date.parse('2026-01-20T10:00:00Z');

async function aFile(name = 'staging.yaml'): Promise<string> {
  const folder = newFolder();
  return join(folder, name);
}

/** A report of a check that began `days` after `start`, which observed each `gap: observed` once, or codes twice. */
function reportOf(days: number, ...observed: readonly string[]): Report {
  const gaps = observed.map((text) => {
    const [gap = '', ...rest] = text.split(': ');
    // A code that was seen only once may be drawn for each response.
    const requests = gap === 'error-codes' ? 2 : 1;
    return { gap, observed: rest.join(': '), allowed: true, exchange: undefined, requests };
  });
  return { ...wellReport, startedAt: new Date(start + days * day).toISOString(), gaps, notes: [] };
}

/** Writes a report to a profile with the given flags. Returns the choices and the observations of the file. */
async function written(file: string, report: Report, flags: CheckFlags = { emitProfile: file }) {
  await (await readProfileFlags(flags, start)).write(report);
  const { gaps, observed, profile } = await readProfileFile(file);
  return { gaps, observed: observed?.gaps, profile };
}

const updating = (file: string): CheckFlags => ({ expectProfile: file, update: true });

/** Compares a report with a profile on the given day. Returns the exit code and the notes. */
async function compared(file: string, report: Report, maxAgeDays?: number, onDay = 0) {
  const maxAge = maxAgeDays === undefined ? {} : { maxAge: maxAgeDays * day };
  const use = await readProfileFlags({ expectProfile: file, ...maxAge }, start + onDay * day);
  const { exitCode, notes } = use.compare(report);
  return { exitCode, notes: notes.join('\n') };
}

test('absence has the number of responses beside it', async () => {
  const file = await aFile();
  await written(file, reportOf(0, 'cors: off', 'extra-fields: none in an order', 'accept: ignore'));
  const text = await readFile(file, 'utf8');
  expect(text).toContain('\n  cors: "off" # not seen in 1 response\n');
  expect(text).toContain('\n  extra-fields: "none" # not seen in 1 response\n');
  expect(text).toContain('\n  accept: "ignore"\n');
});

test('extra fields only in an Error are no choice', async () => {
  const file = await aFile();
  const report = reportOf(0, 'extra-fields: none in an order', 'extra-fields: in an Error: x');
  expect((await written(file, report)).observed?.['extra-fields']?.choice).toBe('inconsistent');
});

test.each(['', `${'c'.repeat(60)}…`, 'a b', 'a,b', 'a=b'])(
  'the code %j is no part of a choice',
  async (code) => {
    const file = await aFile();
    const { gaps, observed } = await written(file, reportOf(0, `error-codes: 404: ${code}`));
    expect([gaps, observed?.['error-codes']?.choice]).toEqual([{}, 'unknown']);
  },
);

test('--update keeps the preset and the choices that the owner of the file added', async () => {
  const file = await aFile();
  await written(file, reportOf(0, 'etag: on', 'list-order: not by id'));
  const text = await readFile(file, 'utf8');
  const edited = text
    .replace('profile: vary', 'profile: typical')
    .replace('gaps:\n', 'gaps:\n  list-order: as-placed\n  options: allow\n  cors: on\n');
  await writeFile(file, edited.replaceAll('\n', '\r\n'));
  const updated = await written(file, reportOf(1, 'etag: off', 'cors: off'), updating(file));
  const gaps = { 'list-order': 'as-placed', options: 'allow', cors: 'off', etag: 'off' };
  expect(updated).toMatchObject({ profile: 'typical', gaps });
  expect(await readFile(file, 'utf8')).toContain('options: "allow" # not observed\n');
});

test('--update drops a choice of the owner that the target contradicts', async () => {
  const file = await aFile();
  await written(file, reportOf(0, 'etag: on'));
  await writeFile(file, (await readFile(file, 'utf8')).replace('gaps:\n', 'gaps:\n  list-order: by-id\n'));
  const { gaps } = await written(file, reportOf(1, 'list-order: not by id'), updating(file));
  expect(gaps).toEqual({ etag: 'on' });
});

test('--update keeps the codes of a status, and the choice of a gap, that the check could not show', async () => {
  const file = await aFile();
  const codes = ['error-codes: 401: AUTH_01', 'error-codes: 404: E404'];
  await written(file, reportOf(0, ...codes, 'optional-fields: all five in every order'));
  const later = reportOf(1, 'error-codes: 401: AUTH_02', 'optional-fields: some orders lack petId');
  const { gaps, observed } = await written(file, later, updating(file));
  expect(gaps).toEqual({
    'error-codes': 'map:unauthorized=AUTH_02,order_not_found=E404',
    'optional-fields': 'as-stored',
  });
  expect(observed?.['optional-fields']?.choice).toBe('as-stored');
});

test('a gap that was inconsistent remains so when --update sees one of its choices, and no more with another', async () => {
  const file = await aFile();
  await written(file, reportOf(0, 'options: allow', 'options: method-not-allowed'));
  const same = await written(file, reportOf(1, 'options: allow'), updating(file));
  expect(same.gaps).toEqual({});
  expect(same.observed?.options?.evidence.map(({ observed, at }) => [observed, at.slice(0, 10)])).toEqual([
    ['allow', '2026-01-21'],
    ['method-not-allowed', '2026-01-20'],
  ]);
  const other = await written(file, reportOf(2, 'options: HTTP/1.1 500'), updating(file));
  expect(other.observed?.options?.why).toBe('observed HTTP/1.1 500, which is no choice');
});

test('a list that still has a cancelled order is a drift from list-lag=immediate', async () => {
  const file = await aFile();
  await written(file, reportOf(0, 'list-lag: immediate'));
  const { exitCode, notes } = await compared(file, reportOf(1, 'list-lag: later'));
  expect([exitCode, notes]).toEqual([4, expect.stringContaining('list-lag is later')]);
});

test('--max-age is exceeded after, and not at, that time', async () => {
  const file = await aFile();
  await written(file, reportOf(0, 'etag: on'));
  const today = reportOf(30, 'etag: on');
  expect(await compared(file, today, 30, 30)).toMatchObject({ exitCode: 0 });
  const { exitCode, notes } = await compared(file, today, 30, 30 + 1e-6);
  expect([exitCode, notes]).toEqual([4, expect.stringContaining('is 30 days old, and --max-age is 30d')]);
});

test('a file is as old as the gap that was not observed for the longest time', async () => {
  const file = await aFile();
  await written(file, reportOf(0, 'etag: on', 'conflict-body: text'));
  await written(file, reportOf(20, 'etag: on'), updating(file));
  const { exitCode, notes } = await compared(file, reportOf(31, 'etag: on'), 30, 31);
  expect(exitCode).toBe(4);
  expect(notes).toContain('is 31 days old for conflict-body, and --max-age is 30d');
});

test.each([
  [{ update: true }, /--update needs the date and the observations/],
  [{ maxAge: 1 }, /--max-age needs the date/],
  [{ update: true, expectProfile: 'typical' }, /--update needs the date/],
  [{ emitProfile: 'typical' }, /typical is the name of a preset; name the file typical\.yaml/],
  [{ emitProfile: 'a.json' }, /a\.json would be read as JSON; expected a name that ends in \.yaml/],
])('refuses %j', async (flags, message) => {
  await expect(readProfileFlags(flags, start)).rejects.toThrow(message);
});

test('a problem of an old profile has its line', async () => {
  const file = await aFile();
  await written(file, reportOf(0, 'etag: on'));
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('etag:', 'old-gap:'));
  await expect(readProfileFlags({ expectProfile: file }, start)).rejects.toThrow(
    /staging\.yaml:5:3 unknown key "old-gap" in gaps.*staging\.yaml:\d+:5 unknown key "old-gap" in observed\.gaps/s,
  );
});
