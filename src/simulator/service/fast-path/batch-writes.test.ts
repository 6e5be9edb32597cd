import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchWrites } from './batch-writes.ts';

/** An event loop whose turns end on demand, and the responses written in it. */
function eventLoop() {
  let flushes: (() => void)[] = [];
  const written: string[] = [];
  const batch = batchWrites((flush) => void flushes.push(flush));
  const microtasks = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));
  const respond = async (name: string, then: () => void = () => {}): Promise<void> => {
    const waiting = batch();
    if (waiting !== undefined) await waiting;
    written.push(name);
    then();
  };
  return {
    written,
    microtasks,
    respond: (name: string, then?: () => void): void => void respond(name, then),
    async endTurn(): Promise<void> {
      const due = flushes;
      flushes = [];
      for (const flush of due) flush();
      await microtasks();
    },
  };
}

test('responses of one turn are written at its end, in the order of their requests', async () => {
  const { respond, endTurn, written, microtasks } = eventLoop();
  for (const name of ['a', 'b', 'c']) respond(name);
  await microtasks();
  expect(written).toEqual([]);
  await endTurn();
  expect(written).toEqual(['a', 'b', 'c']);
});

test('no response overtakes a batch that was opened while an earlier one was written', async () => {
  let flush = (): void => {};
  const batch = batchWrites((then) => {
    flush = then;
  });
  void batch();
  flush();
  const later = batch();
  // Now as many as the earlier batch allows would be written at once.
  await Promise.resolve();
  expect(later).toBeInstanceOf(Promise);
  expect(batch()).toBe(later);
});

/** The number of responses that are written at once before one waits, which is then written with `others` more. */
async function atOnceBefore(loop: ReturnType<typeof eventLoop>, others: number): Promise<number> {
  const { respond, endTurn, written } = loop;
  const before = written.length;
  for (let requests = 0; written.length === before + requests; requests++) respond('x');
  const atOnce = written.length - before;
  for (let other = 0; other < others; other++) respond('x');
  await endTurn();
  return atOnce;
}

test('single responses are written at once, more and more of them until the load is measured again', async () => {
  const loop = eventLoop();
  const atOnce: number[] = [];
  for (let round = 0; round < 13; round++) atOnce.push(await atOnceBefore(loop, 0));
  expect(atOnce).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1_023, 1_023, 1_023]);
});

test('after batches of several, fewer and fewer responses are written at once, until all wait', async () => {
  const loop = eventLoop();
  for (let alone = 0; alone < 4; alone++) await atOnceBefore(loop, 0);
  const atOnce: number[] = [];
  for (let round = 0; round < 6; round++) atOnce.push(await atOnceBefore(loop, 1));
  expect(atOnce).toEqual([15, 7, 3, 1, 0, 0]);
});

test('no more than eight responses wait for the end of a turn', async () => {
  const { respond, endTurn, written, microtasks } = eventLoop();
  for (let at = 0; at < 7; at++) respond(`${at}`);
  await microtasks();
  expect(written).toEqual([]);
  respond('7');
  await microtasks();
  expect(written).toHaveLength(8);
  respond('8');
  await microtasks();
  expect(written).toHaveLength(8);
  await endTurn();
  expect(written).toHaveLength(9);
});

test('every response is written once, in order, whenever turns end', async () => {
  const sizesOfTurns = fc.array(fc.nat({ max: 150 }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(sizesOfTurns, async (sizes) => {
      const { respond, endTurn, written } = eventLoop();
      let requests = 0;
      for (const size of sizes) {
        for (let at = 0; at < size; at++) respond(`${requests++}`);
        await endTurn();
      }
      expect(written).toEqual(Array.from({ length: requests }, (_, at) => `${at}`));
    }),
  );
});
