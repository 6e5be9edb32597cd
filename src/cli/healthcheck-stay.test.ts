import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { askAndStay, type NotePlace, type ProbeNote, sharedNote } from './healthcheck-stay.ts';

type Note = NotePlace & { value: ProbeNote };

const noteOf = (value: ProbeNote, writable = true): Note => ({
  value,
  read() {
    return this.value;
  },
  write(next) {
    if (writable) this.value = next;
    return writable;
  },
});

/** Runs one probe; `answers` says for each time it asks whether the simulator is ready. */
async function probe(note: Note, answers: readonly boolean[], turns = 3) {
  let asked = 0;
  const ask = async () => {
    asked += 1;
    if (answers[asked - 1] !== true) throw new Error('not ready');
  };
  const ending = await askAndStay({ ask, note, turns, pause: async () => {} }).then(
    () => 'ready',
    () => 'not ready',
  );
  return { ending, asked, note: note.value };
}

const [yes, no] = [true, false];

test.each<[string, ProbeNote, readonly boolean[], object]>([
  ['ends at once when it is the first', 'new', [yes], { ending: 'ready', asked: 1, note: 'ready' }],
  ['waits for a slow start', 'new', [no, no, yes], { ending: 'ready', asked: 3, note: 'ready' }],
  ['gives up on a start', 'new', [no, no, no, no], { ending: 'not ready', asked: 4, note: 'new' }],
  ['stays after that', 'ready', [yes, yes, yes, yes], { ending: 'ready', asked: 4, note: 'ready' }],
  ['ends a stay when it fails', 'ready', [yes, yes, no], { ending: 'not ready', asked: 3, note: 'failed' }],
  ['fails at once after a failure', 'failed', [no], { ending: 'not ready', asked: 1, note: 'failed' }],
  ['ends at once when it is well again', 'failed', [yes], { ending: 'ready', asked: 1, note: 'ready' }],
  ['does not stay once one was cut off', 'staying', [yes], { ending: 'ready', asked: 1, note: 'cut' }],
  ['never stays after that', 'cut', [yes], { ending: 'ready', asked: 1, note: 'cut' }],
  ['still fails after that', 'cut', [no], { ending: 'not ready', asked: 1, note: 'cut' }],
])('a probe %s', async (_what, before, answers, after) => {
  expect(await probe(noteOf(before), answers)).toEqual(after);
});

test('a probe that can leave no note neither waits nor stays', async () => {
  expect(await probe(noteOf('new', false), [no, yes])).toMatchObject({ ending: 'not ready', asked: 1 });
  expect(await probe(noteOf('ready', false), [yes, yes])).toMatchObject({ ending: 'ready', asked: 1 });
});

test('a note that is not one of ours counts as none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'note-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const note = sharedNote('http://127.0.0.1:4011/readyz', folder);
  expect(note.read()).toBe('new');
  expect(note.write('ready')).toBe(true);
  expect(note.read()).toBe('ready');
  note.write('other' as ProbeNote);
  expect(note.read()).toBe('new');
  expect(sharedNote('http://127.0.0.1:4011/readyz', join(folder, 'gone')).write('ready')).toBe(false);
});
