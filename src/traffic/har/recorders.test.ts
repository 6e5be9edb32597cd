import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../../test/support/new-folder.ts';
import { cutBody, recorded, recorders } from '../../../test/traffic/har/recorders.ts';
import { cancel, entry, har } from '../../../test/traffic/har/recording.ts';
import type { Report } from '../../contract/report.ts';
import { checkHar } from './check-har.ts';

async function check(entries: readonly object[]): Promise<Report> {
  const file = join(newFolder(), 'traffic.har');
  await writeFile(file, har(...entries));
  return checkHar(file);
}

test.each(recorders)(
  'a recording of %s is judged by what it contains',
  async (_, whole, part, failed, done) => {
    const report = await check([whole, ...(part ? [part] : []), failed, done]);
    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({ incomplete: undefined, exitCode: 0 });
    expect(report.rules.find(({ rule }) => rule === 'R06')).toMatchObject({ kind: 'passed' });
    expect(report.notes).toContain('1 request without a response: not judged');
    const about = report.notes.filter((note) => note.includes('rules about bodies'));
    expect(about).toHaveLength(part ? 1 : 0);
  },
);

test.each([
  ['no body', recorded({ content: { size: 9 } })],
  ['a cut body', cutBody(1_728_895)],
])('a recording whose only list has %s is incomplete, and says why', async (_, one) => {
  const report = await check([one]);
  expect(report).toMatchObject({ findings: [], exitCode: 3, incomplete: { kind: 'failed' } });
  expect(report.rules.find(({ rule }) => rule === 'R06')).toEqual({
    rule: 'R06',
    kind: 'not-exercised',
    reason: 'no recorded exchange exercises it; 1 response have no complete body in it',
  });
});

test('a body that is broken, and whole by its size, breaks R06', async () => {
  expect((await check([cutBody(7, '[{"id":')])).findings).toMatchObject([{ rule: 'R06' }]);
});

const typed = [{ name: 'content-type', value: 'application/json' }];

test.each<[string, object, readonly string[]]>([
  ['a list without headers', entry({ headers: [], body: '[{"id":1}]' }), []],
  ['a 409 without a body', cancel(409, { body: null }), []],
  ['a list with one header', entry({ headers: typed, body: null }), []],
  [
    'a list with Date',
    entry({ headers: [...typed, { name: 'date', value: 'x' }], body: null }),
    ['content-type: bare', 'etag: off'],
  ],
])('a recording of %s claims no other gap than it shows', async (_what, one, gaps) => {
  const report = await check([one]);
  expect(report.gaps.map(({ gap, observed }) => `${gap}: ${observed}`)).toEqual(gaps);
});
