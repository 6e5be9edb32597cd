import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkAndStay, type NotePlace, type ProbeNote, sharedNote } from './healthcheck-stay.ts';

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

/** Runs one probe. `outcomes` has whether the simulator is ready at each check. */
async function probe(note: Note, outcomes: readonly boolean[], turns = 3) {
  let checks = 0;
  const check = async () => {
    checks += 1;
    if (outcomes[checks - 1] !== true) throw new Error('not ready');
  };
  const ending = await checkAndStay({ check, note, turns, pause: async () => {} }).then(
    () => 'ready',
    () => 'not ready',
  );
  return { ending, checks, note: note.value };
}

const [yes, no] = [true, false];

test.each<[string, ProbeNote, readonly boolean[], object]>([
  ['returns at once if it is the first', 'new', [yes], { ending: 'ready', checks: 1, note: 'ready' }],
  ['waits for a slow start', 'new', [no, no, yes], { ending: 'ready', checks: 3, note: 'ready' }],
  [
    'rejects after a start that takes too long',
    'new',
    [no, no, no, no],
    { ending: 'not ready', checks: 4, note: 'new' },
  ],
  [
    'stays after a probe that was ready',
    'ready',
    [yes, yes, yes, yes],
    { ending: 'ready', checks: 4, note: 'ready' },
  ],
  ['rejects during a stay', 'ready', [yes, yes, no], { ending: 'not ready', checks: 3, note: 'failed' }],
  ['rejects at once after a failure', 'failed', [no], { ending: 'not ready', checks: 1, note: 'failed' }],
  ['returns at once after a recovery', 'failed', [yes], { ending: 'ready', checks: 1, note: 'ready' }],
  ['does not stay after a probe was killed', 'staying', [yes], { ending: 'ready', checks: 1, note: 'cut' }],
  ['does not stay if probes were killed before', 'cut', [yes], { ending: 'ready', checks: 1, note: 'cut' }],
  ['rejects if probes were killed before', 'cut', [no], { ending: 'not ready', checks: 1, note: 'cut' }],
])('a probe %s', async (_what, before, outcomes, after) => {
  expect(await probe(noteOf(before), outcomes)).toEqual(after);
});

test('a probe that cannot write its note neither retries nor stays', async () => {
  expect(await probe(noteOf('new', false), [no, yes])).toMatchObject({ ending: 'not ready', checks: 1 });
  expect(await probe(noteOf('ready', false), [yes, yes])).toMatchObject({ ending: 'ready', checks: 1 });
});

test('an unknown note counts as new', () => {
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
