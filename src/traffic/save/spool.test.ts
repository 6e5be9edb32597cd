import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { appendTo, openSpool, readSpool } from './spool.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'spool-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

function opened(file: string, remove?: (path: string) => void) {
  const spool = openSpool(file, remove);
  onTestFinished(spool.close);
  return spool;
}

const cannotRemove = (): never => {
  throw new Error('EBUSY');
};
const texts = ['order 4711', '', 'x'.repeat(100_000), 'order 4711'];

test('returns the records in their order, and nothing of them is legible in the file', () => {
  const file = join(folder(), 't.har');
  const spool = opened(file, cannotRemove);
  const append = appendTo(spool);
  for (const text of texts) append(Buffer.from(text));
  expect([...readSpool(spool)].map(String)).toEqual(texts);
  const [name = ''] = readdirSync(join(file, '..'));
  const path = join(file, '..', name);
  const bytes = readFileSync(path);
  expect(bytes.includes('4711')).toBe(false);
  expect(bytes.includes('x'.repeat(8))).toBe(false);
  // Equal records differ.
  const encrypted = bytes.subarray(20, 30);
  expect(bytes.indexOf(encrypted, 30)).toBe(-1);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  spool.close();
  expect(readdirSync(join(file, '..'))).toEqual([]);
});

test('has no name while it is open', () => {
  const file = join(folder(), 't.har');
  const spool = opened(file);
  appendTo(spool)(Buffer.from('a'));
  expect(readdirSync(join(file, '..'))).toEqual([]);
  expect([...readSpool(spool)].map(String)).toEqual(['a']);
});

test.each<[what: string, change: (bytes: Buffer) => Buffer]>([
  ['changed', (bytes) => Buffer.from(bytes.map((byte, at) => (at === 21 ? byte ^ 1 : byte)))],
  ['moved', (bytes) => Buffer.concat([bytes.subarray(23), bytes.subarray(0, 23)])],
  ['left out', (bytes) => bytes.subarray(23)],
  ['cut', (bytes) => bytes.subarray(0, -1)],
])('a record that is %s is an error', (_what, change) => {
  const spool = opened(join(folder(), 't.har'));
  const append = appendTo(spool);
  for (const text of ['one', 'two', '333']) append(Buffer.from(text));
  const bytes = Buffer.alloc(3 * 23);
  readSync(spool.descriptor, bytes, 0, bytes.length, 0);
  const other = opened(join(folder(), 't.har'));
  writeSync(other.descriptor, change(bytes), 0, undefined, 0);
  expect(() => [...readSpool({ ...other, key: spool.key })]).toThrow(/authenticate|shorter/);
});

test('is in the folder for temporary files if the file is no plain one', () => {
  const spool = opened('/dev/null');
  appendTo(spool)(Buffer.from('a'));
  expect([...readSpool(spool)].map(String)).toEqual(['a']);
});

test('a record that cannot be written is an error, and the records before it stay', () => {
  const file = join(folder(), 't.har');
  const spool = opened(file, cannotRemove);
  const append = appendTo(spool);
  append(Buffer.from('one'));
  const path = join(file, '..', readdirSync(join(file, '..'))[0] ?? '');
  const readOnly = openSync(path, 'r');
  const appendElsewhere = appendTo({ ...spool, descriptor: readOnly });
  expect(() => appendElsewhere(Buffer.from('two'))).toThrow(/EBADF|EPERM|EINVAL/);
  expect([...readSpool({ ...spool, descriptor: readOnly })].map(String)).toEqual(['one']);
  closeSync(readOnly);
});
