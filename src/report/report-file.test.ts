import { readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { brokenReport, wellReport } from '../../test/check/reports/sample-reports.ts';
import { newFolder } from '../../test/support/new-folder.ts';
import { type ReportFormat, reportFormats, reportWriters } from '../check/reports/reports.ts';
import type { Report } from '../contract/report.ts';
import { UserError } from '../user-error.ts';
import {
  appendToJobSummary,
  openReportFile,
  type ReportOutput,
  readReportOutput,
  writeReportFile,
} from './report-file.ts';

async function userError(promise: Promise<unknown>): Promise<UserError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof UserError) return error;
  throw error ?? new Error('nothing was refused');
}

async function writeReport(report: Report, output: ReportOutput<ReportFormat>): Promise<void> {
  await writeReportFile(output.file, await reportWriters[output.format](report));
}

test.each(reportFormats)('writes a %s report and leaves no temporary file', async (format) => {
  const folder = newFolder();
  await writeReport(brokenReport, { format, file: join(folder, 'report') });
  expect(await readFile(join(folder, 'report'), 'utf8')).toBe(await reportWriters[format](brokenReport));
  expect(await readdir(folder)).toEqual(['report']);
});

test.each([
  ['ENOENT: no such file or directory', 'none/report.json'],
  ['ENOTDIR: not a directory', 'file/report.json'],
  ['EISDIR: illegal operation on a directory', '.'],
])('names the file that cannot be written: %s', async (reason, name) => {
  const folder = newFolder();
  await writeFile(join(folder, 'file'), 'x');
  const error = await userError(openReportFile(join(folder, name)));
  expect(error.exitCode).toBe(2);
  expect(error.message).toContain(`${join(folder, name)} cannot be written: ${reason}; expected`);
});

test('does not change the old report if the new one cannot be written', async () => {
  const folder = newFolder();
  // The name of the temporary file is longer.
  const file = join(folder, 'r'.repeat(250));
  await writeFile(file, 'the old report');
  const error = await userError(writeReport(wellReport, { format: 'json', file }));
  expect([error.exitCode, error.message]).toEqual([2, expect.stringContaining('ENAMETOOLONG')]);
  expect(await readFile(file, 'utf8')).toBe('the old report');
});

test('replaces the file behind a symbolic link, and not the link', async () => {
  const folder = newFolder();
  await writeFile(join(folder, 'real'), 'old');
  await symlink('real', join(folder, 'link'));
  await writeReport(wellReport, { format: 'markdown', file: join(folder, 'link') });
  expect(await readlink(join(folder, 'link'))).toBe('real');
  expect(await readFile(join(folder, 'real'), 'utf8')).toContain('Store Orders contract');
});

test('writes to a device', async () => {
  await openReportFile('/dev/null');
  await writeReport(wellReport, { format: 'json', file: '/dev/null' });
  expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
});

test('opening leaves the folder and an old report as they are', async () => {
  const folder = newFolder();
  await openReportFile(join(folder, 'new'));
  await writeFile(join(folder, 'old'), 'the old report');
  await openReportFile(join(folder, 'old'));
  expect(await readdir(folder)).toEqual(['old']);
  expect(await readFile(join(folder, 'old'), 'utf8')).toBe('the old report');
});

test('appends to a job summary', async () => {
  const file = join(newFolder(), 'summary.md');
  await writeFile(file, '# Before\n');
  await appendToJobSummary(file, reportWriters.markdown(wellReport));
  expect(await readFile(file, 'utf8')).toMatch(/^# Before\n## ✔ Store Orders contract/);
  const error = await userError(appendToJobSummary(join(file, 'below'), reportWriters.markdown(wellReport)));
  expect(error.message).toContain('ENOTDIR');
});

test('reads a value of --report', () => {
  expect(readReportOutput('junit=out/contract=1.xml', reportFormats)).toEqual({
    format: 'junit',
    file: 'out/contract=1.xml',
  });
});

test.each([
  [
    'junt=x.xml',
    '--report cannot be "junt=x.xml"; expected FORMAT=FILE with one of terminal, json, junit, markdown, html; did you mean "junit"?',
  ],
  [
    'json',
    '--report cannot be "json"; expected FORMAT=FILE with one of terminal, json, junit, markdown, html',
  ],
])('refuses --report %j and says what is expected', (text, message) => {
  expect(() => readReportOutput(text, reportFormats)).toThrow(message);
});
