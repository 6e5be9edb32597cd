import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wellReport } from '../../test/check/reports/sample-reports.ts';
import { newFolder } from '../../test/support/new-folder.ts';
import type { Report } from '../contract/report.ts';
import { readProfileFile } from '../simulator/scenarios/profile-file.ts';
import { readProfileFlags } from './profile-flags.ts';

async function aFile(name = 'staging.yaml'): Promise<string> {
  const folder = newFolder();
  return join(folder, name);
}

/** A report of a check that observed each `gap: observed` once, or codes twice. */
function reportOf(...observed: readonly string[]): Report {
  const gaps = observed.map((text) => {
    const [gap = '', ...rest] = text.split(': ');
    // A code that was seen only once may be drawn for each response.
    const requests = gap === 'error-codes' ? 2 : 1;
    return { gap, observed: rest.join(': '), allowed: true, exchange: undefined, requests };
  });
  return { ...wellReport, gaps, notes: [] };
}

/** Writes a report to a profile. Returns the choices and the observations of the file. */
async function written(file: string, report: Report) {
  await (await readProfileFlags({ emitProfile: file })).write(report);
  const { gaps, observed, profile } = await readProfileFile(file);
  return { gaps, observed: observed?.gaps, profile };
}

test.each([
  'error-codes: 404: ',
  `error-codes: 404: ${'c'.repeat(60)}…`,
  'error-codes: 404: a b',
  'error-codes: 404: a,b',
  'error-codes: 404: a=b',
  'extra-fields: in an Error: x',
])('%s is no choice', async (observed) => {
  const report = reportOf('extra-fields: none in an order', observed);
  const gaps = (await written(await aFile(), report)).gaps;
  expect(gaps).toEqual(observed.startsWith('error') ? { 'extra-fields': 'none' } : {});
});

test('writing it again keeps the preset and every choice that nothing contradicts', async () => {
  const file = await aFile();
  const codes = ['error-codes: 401: AUTH_01', 'error-codes: 404: E404'];
  await written(file, reportOf('etag: on', 'conflict-body: text', ...codes));
  const text = await readFile(file, 'utf8');
  const edited = text
    .replace('profile: vary', 'profile: typical')
    .replace('gaps:\n', 'gaps:\n  options: allow\n  cors: on\n');
  await writeFile(file, edited.replaceAll('\n', '\r\n'));
  const updated = await written(file, reportOf('etag: off', 'cors: off', 'error-codes: 401: AUTH_01'));
  expect(updated).toMatchObject({ profile: 'typical' });
  expect(updated.gaps).toEqual({
    ...{ options: 'allow', cors: 'off', etag: 'off', 'conflict-body': 'text' },
    'error-codes': 'map:unauthorized=AUTH_01,order_not_found=E404',
  });
  expect(await readFile(file, 'utf8')).toContain('options: "allow" # not observed\n');
});

test.each([
  [{ emitProfile: 'typical' }, /typical is the name of a preset; name the file typical\.yaml/],
  [{ emitProfile: 'a.json' }, /a\.json would be read as JSON; expected a name that ends in \.yaml/],
])('refuses %j', async (flags, message) => {
  await expect(readProfileFlags(flags)).rejects.toThrow(message);
});

test('a problem of an old profile has its line', async () => {
  const file = await aFile();
  await written(file, reportOf('etag: on'));
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('etag:', 'old-gap:'));
  await expect(readProfileFlags({ expectProfile: file })).rejects.toThrow(
    /staging\.yaml:\d+:3 unknown key "old-gap" in gaps/,
  );
});
