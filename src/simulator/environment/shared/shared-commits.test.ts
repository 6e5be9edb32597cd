import { expect, test } from 'vitest';
import { SharedCommits } from './shared-commits.ts';

/** Commits whose calls a test sees. The turn ends when the test says so. */
function open() {
  const sent: (readonly [version: string, requests: number])[] = [];
  const turnEnds: (() => void)[] = [];
  const send = async (version: string, items: readonly string[]) => {
    sent.push([version, items.length / 6]);
    return items.map((_, at) => at + 1);
  };
  const commits = new SharedCommits(send, (flush) => void turnEnds.push(flush));
  const add = (version: string) =>
    commits.add({ number: undefined, version, list: '', cancel: '', body: '', exchange: '' });
  const endTurn = () => {
    for (const flush of turnEnds.splice(0)) flush();
  };
  return { sent, add, endTurn };
}

test('commits of one turn share a call, and each gets its own result', async () => {
  const { sent, add, endTurn } = open();
  const added = [add('1'), add('1')];
  expect(sent).toEqual([]);
  endTurn();
  expect(await Promise.all(added)).toEqual([
    { number: 1, done: true, sequence: 2 },
    { number: 3, done: true, sequence: 4 },
  ]);
  expect(sent).toEqual([['1', 2]]);
});

test('commits that need different versions are never in one call', async () => {
  const { sent, add, endTurn } = open();
  const added = [add('2'), add('1'), add('1')];
  endTurn();
  await Promise.all(added);
  expect(sent).toEqual([
    ['2', 1],
    ['1', 2],
  ]);
});

test('a call has at most 64 commits', async () => {
  const { sent, add, endTurn } = open();
  const added = Array.from({ length: 100 }, () => add('1'));
  endTurn();
  await Promise.all(added);
  expect(sent.map(([, requests]) => requests)).toEqual([64, 36]);
});
