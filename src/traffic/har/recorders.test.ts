import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cutBody, list, recorded, recorders } from '../../../test/traffic/har/recorders.ts';
import { har } from '../../../test/traffic/har/recording.ts';
import type { Report } from '../../contract/report.ts';
import { checkHar } from './check-har.ts';

async function check(
  entries: readonly object[],
  write?: (folder: string) => Promise<unknown>,
): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'har-'));
  try {
    await mkdir(join(folder, 'recording'));
    await write?.(folder);
    const file = join(folder, 'recording', 'traffic.har');
    await writeFile(file, har(...entries));
    return await checkHar(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test.each(recorders)(
  'a recording of %s is judged by what it contains',
  async (_, whole, part, failed, done) => {
    const report = await check([whole, ...(part ? [part] : []), failed, done], (folder) =>
      writeFile(join(folder, 'recording', 'list.json'), list),
    );
    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({ incomplete: undefined, exitCode: 0 });
    expect(report.rules.find(({ rule }) => rule === 'R06')).toMatchObject({ kind: 'passed' });
    expect(report.notes).toContain('1 request without a response: not judged');
    const about = report.notes.filter((note) => note.includes('rules about bodies'));
    expect(about).toHaveLength(part ? 1 : 0);
  },
);

test.each<[string, object, string]>([
  ['no body', recorded({ content: { size: 9 } }), 'R06'],
  ['a cut body', cutBody(1_728_895), 'R06'],
  ['a body whose size with its compression is not that of the text', cutBody(99, '[{"id":'), 'R06'],
])('a recording whose only list has %s is incomplete, and says why', async (_, one, rule) => {
  const report = await check([one]);
  expect(report).toMatchObject({ findings: [], exitCode: 3, incomplete: { kind: 'failed' } });
  expect(report.rules.find((result) => result.rule === rule)).toEqual({
    rule,
    kind: 'not-exercised',
    reason: 'no recorded exchange exercises it; 1 response have no complete body in it',
  });
});

test('a body that is broken, and whole by its size, breaks R06', async () => {
  expect((await check([cutBody(7, '[{"id":')])).findings).toMatchObject([{ rule: 'R06' }]);
});

test.each([
  ['a name with ..', '../outside.json'],
  ['an absolute name', 'ABSOLUTE'],
  ['a symbolic link', 'link.json'],
  ['the folder itself', '.'],
])('a recording does not read a file outside its folder by %s', async (_, name) => {
  const folder = await mkdtemp(join(tmpdir(), 'har-outside-'));
  const outside = join(folder, 'outside.json');
  await writeFile(outside, 'not JSON');
  const file = name === 'ABSOLUTE' ? outside : name;
  const report = await check([recorded({ content: { size: 8, _file: file } })], (parent) =>
    Promise.all([
      writeFile(join(parent, 'outside.json'), 'not JSON'),
      symlink(outside, join(parent, 'recording', 'link.json')),
    ]),
  ).finally(() => rm(folder, { recursive: true }));
  expect(report).toMatchObject({ findings: [], exitCode: 3 });
});
