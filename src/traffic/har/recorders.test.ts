import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { newFolder } from '../../../test/support/new-folder.ts';
import { cancel, entry, har } from '../../../test/traffic/har/recording.ts';
import type { Report } from '../../contract/report.ts';
import { checkHar } from './check-har.ts';

/** The list that every recorder recorded. */
const list = '[{"id":12,"petId":7,"quantity":1,"shipDate":"2026-01-20T10:00:00Z","complete":false}]';
const json = [
  { name: 'Date', value: 'Tue, 20 Jan 2026 10:00:00 GMT' },
  { name: 'Content-Type', value: 'application/json' },
];
const gzipped = [...json, { name: 'Content-Encoding', value: 'gzip' }];
const coded = gzipSync(list).length;
/** An entry of a list. */
const recorded = (response: object, at = 0, of: object = {}): object => entry({ at, response, entry: of });
/** A recorded list of which only the beginning was kept. */
const cutBody = (size: number, text = list.slice(0, -9)) =>
  recorded({ headers: json, content: { size, mimeType: 'application/json', text } }, 3);
const noResponse = (response: object): object => entry({ at: 6, response });

/** A recorded list, one whose body the recorder did not keep whole, a request without a response, and a cancel. */
type Recorder = readonly [
  name: string,
  whole: object,
  part: object | undefined,
  failed: object,
  done: object,
];

/** Recordings in the shape of well-known recorders. */
const recorders: readonly Recorder[] = [
  [
    'Firefox',
    recorded({
      headers: gzipped,
      bodySize: coded,
      content: { size: list.length, mimeType: 'application/json', text: list },
    }),
    cutBody(1_728_895),
    noResponse({
      status: 0,
      httpVersion: '',
      headers: [],
      bodySize: -1,
      content: { mimeType: 'text/plain', size: 0, text: '' },
    }),
    cancel(204, { at: 9, response: { content: { mimeType: 'text/plain', size: 0, text: '' } } }),
  ],
  [
    'mitmproxy',
    // Its size is that of the coded body.
    recorded({
      headers: gzipped,
      bodySize: gzipSync('[]').length,
      content: {
        size: gzipSync('[]').length,
        compression: 2 - gzipSync('[]').length,
        mimeType: 'application/json',
        text: '[]',
      },
    }),
    undefined,
    noResponse({
      status: 0,
      httpVersion: '',
      headers: [],
      bodySize: -1,
      content: {},
      _transferSize: 0,
      _error: null,
    }),
    cancel(204, {
      at: 9,
      response: { bodySize: 0, content: { size: 0, compression: 0, mimeType: '', text: '' } },
    }),
  ],
  [
    'Postman',
    recorded({
      headers: json,
      bodySize: null,
      content: { size: null, mimeType: 'application/json', text: list },
    }),
    recorded({ headers: json, content: null }, 3),
    noResponse({ status: undefined, headers: null, content: undefined }),
    cancel(204, { at: 9, response: { bodySize: null, content: undefined } }),
  ],
];

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
