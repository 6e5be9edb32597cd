import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createHandClock } from '../../../test/support/hand-clock.ts';
import { newFolder } from '../../../test/support/new-folder.ts';
import { lookIntervalMs, startFileWatch } from './watch-files.ts';

/** Watches the files of a folder. `look` lets the watch look once, and returns the names that it has reported. */
async function watching(names: readonly string[]) {
  const folder = newFolder();
  const file = (name: string): string => join(folder, name);
  const write = (name: string, text: string): void => writeFileSync(file(name), text);
  for (const name of names) write(name, 'first');
  const listed = new Set(names);
  const clock = createHandClock();
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const watch = await startFileWatch(async () => [...listed].map(file));
  const reported: string[] = [];
  const onChange = async (paths: readonly string[]) => {
    reported.push(...paths.map((path) => path.slice(folder.length + 1)));
  };
  const run = watch.run({ clock, signal: end.signal, onChange });
  await clock.untilAsleep(1);
  const look = async (): Promise<readonly string[]> => {
    clock.advance(lookIntervalMs);
    await clock.untilAsleep(1);
    return reported.splice(0);
  };
  return { file, write, listed, look, end, run };
}

test('reports nothing as long as no file changes', async () => {
  const { look } = await watching(['a', 'b']);
  expect([await look(), await look(), await look()]).toEqual([[], [], []]);
});

test('reports a change once, at the second look that sees it', async () => {
  const { look, write } = await watching(['a', 'b']);
  write('b', 'second, longer');
  expect([await look(), await look(), await look()]).toEqual([[], ['b'], []]);
  write('b', 'third, even longer');
  expect([await look(), await look(), await look()]).toEqual([[], ['b'], []]);
});

test('waits until a file is no longer written', async () => {
  const { look, write } = await watching(['a']);
  for (const text of ['1', '22', '333']) {
    write('a', text);
    expect(await look()).toEqual([]);
  }
  expect(await look()).toEqual(['a']);
});

test('reports a file that an editor replaced by a rename, and not that it was gone for a moment', async () => {
  const { look, write, file } = await watching(['a']);
  rmSync(file('a'));
  expect(await look()).toEqual([]);
  write('b', 'other');
  renameSync(file('b'), file('a'));
  expect([await look(), await look(), await look()]).toEqual([[], ['a'], []]);
});

test('reports files that appear and disappear', async () => {
  const { look, write, file, listed } = await watching(['a']);
  write('new', 'text');
  listed.add('new');
  rmSync(file('a'));
  expect([await look(), (await look()).toSorted(), await look()]).toEqual([[], ['a', 'new'], []]);
});

test('ends when the signal aborts', async () => {
  const { end, run } = await watching(['a']);
  end.abort();
  expect(await run).toBeUndefined();
});
