import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../../test/support/new-folder.ts';
import { UserError } from '../../user-error.ts';
import { failingTests, readResults } from './failing-tests.ts';

const refused = (xml: string): string => {
  try {
    failingTests(xml, 'out/junit.xml');
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  return 'read';
};

test.each([
  ['', 'out/junit.xml:1:1 has no element; expected testsuites or testsuite'],
  ['<html></html>', 'begins with the element html; expected testsuites or testsuite'],
  ['<testsuites><testsuite></testsuites>', 'out/junit.xml:1:37 is not well-formed XML: Unexpected close tag'],
  ['<!DOCTYPE testsuites><testsuites/>', 'has a DOCTYPE, which no report needs; expected JUnit XML'],
])('refuses %j and says where', (xml, message) => {
  expect(refused(xml)).toContain(message);
});

test('bounds the length of a name', () => {
  const [name] = failingTests(
    `<testsuite><testcase name="${'x'.repeat(900)}"><error/></testcase></testsuite>`,
    'a',
  );
  expect(name).toHaveLength(500);
});

const names = (xml: string) => failingTests(xml, 'r.xml');
const failure = (name: string, attributes = '') =>
  `<testcase name="${name}"${attributes}><failure/></testcase>`;

test.each<[string, string, readonly string[]]>([
  [
    'suites with and without a name',
    `<testsuites><testsuite name="a"><testsuite><testsuite name="b">${failure('c')}</testsuite></testsuite></testsuite></testsuites>`,
    ['a › b › c'],
  ],
  [
    'a test and a suite without a name',
    `<testsuite>${failure('')}<error/></testsuite>`,
    ['a test without a name', 'a suite without a name'],
  ],
  [
    'a name that begins with its class',
    `<testsuite>${failure('a.b', ' classname="a"')}${failure('b.a', ' classname="a"')}</testsuite>`,
    ['a.b', 'a › b.a'],
  ],
  [
    'a report whose messages and names contain what XML 1.0 forbids',
    `<testsuite><testcase name="a&#x1b;b" classname="c&nbsp;d"><failure message="&#27;[31m&#0;">&#xFFFE;&bad name; \x1b</failure></testcase></testsuite>`,
    ['c\u00a0d › a b'],
  ],
])('the names of failing tests are read from %s', (_, xml, wanted) => {
  expect(names(xml)).toEqual(wanted);
});

async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = newFolder();
  await mkdir(join(folder, 'more'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

const failing = (name: string) => `<testsuite><testcase name="${name}"><failure/></testcase></testsuite>`;

test('reads the failing tests of all results of a folder, each once', async () => {
  const folder = await folderWith({
    'a.xml': failing('one'),
    'more/b.xml': `\ufeff${failing('one')}`,
    'more/c.xml': failing('two'),
    'records.jsonl': failing('three'),
  });
  expect(await readResults(folder)).toEqual({ tests: ['one', 'two'], problems: [] });
  expect(await readResults(join(folder, 'none'))).toEqual({ tests: [], problems: [] });
});

test('names each file that cannot be read, and reads the others', async () => {
  const folder = await folderWith({
    'a.xml': '<testsuite>',
    'b.xml': failing('one'),
    'c.xml': Uint8Array.of(0x3c, 0xff),
    'large.xml': '',
  });
  await truncate(join(folder, 'large.xml'), 17 * 1024 * 1024);
  const { tests, problems } = await readResults(folder);
  expect(tests).toEqual(['one']);
  expect(problems).toEqual([
    'a.xml:1:12 is not well-formed XML: Unclosed root tag',
    `${join(folder, 'c.xml')} is not UTF-8 text; save it as UTF-8`,
    expect.stringContaining('large.xml has more than 16777216 bytes'),
  ]);
});
