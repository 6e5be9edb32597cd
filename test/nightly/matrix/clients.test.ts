import { expect, test } from 'vitest';
import type { Cell } from '../../../src/matrix/model.ts';
import { actorClients } from '../../matrix/clients/actor-clients.ts';
import type { BenchClient } from '../../matrix/clients/bench-client.ts';
import { faultClients } from '../../matrix/clients/fault-clients.ts';
import { httpGapClients } from '../../matrix/clients/http-gap-clients.ts';
import { lossClients } from '../../matrix/clients/loss-clients.ts';
import { orderGapClients } from '../../matrix/clients/order-gap-clients.ts';
import { otherGapClients } from '../../matrix/clients/other-gap-clients.ts';
import { pairClients } from '../../matrix/clients/pair-clients.ts';
import { steadyClients } from '../../matrix/clients/steady-clients.ts';
import { choiceCells, containsCause, faultCells, pairCells } from '../../matrix/every-cell.ts';
import { causeText } from '../../matrix/found.ts';
import { inParallel } from '../../matrix/in-parallel.ts';
import { runInPlainSimulator } from '../../matrix/plain-cell.ts';

// What the bench claims of its clients is tried here cell by cell, without anything of the matrix.

const baseline: Cell = { gaps: {}, faults: [] };
const gapClients = { ...orderGapClients, ...httpGapClients, ...otherGapClients };
const gapRows = Object.entries<BenchClient>({
  ...gapClients,
  ...pairClients,
  ...lossClients,
  ...steadyClients,
});
const faultRows = Object.entries<BenchClient>({ ...faultClients, ...lossClients, ...steadyClients });

async function failingCells(client: BenchClient, cells: readonly Cell[]): Promise<readonly string[]> {
  const outcomes = await inParallel(cells, 24, (cell) => runInPlainSimulator(client, cell));
  return cells.filter((_, at) => outcomes[at] !== 'passed').map(causeText);
}

const ofParts = ({ causes }: BenchClient, parts: number): readonly string[] =>
  causes.filter((cause) => cause.split(' + ').length === parts);

test.each([...gapRows, ...faultRows, ...Object.entries<BenchClient>(actorClients)])(
  '%s passes without a choice and without a fault',
  async (_, client) => {
    expect(await runInPlainSimulator(client, baseline)).toBe('passed');
  },
);

test.each(gapRows)('%s fails with the choices that it depends on, and with no other', async (_, client) => {
  const failing = await failingCells(client, choiceCells);
  expect(failing.toSorted()).toEqual(ofParts(client, 1).toSorted());
});

test.concurrent.each(faultRows)(
  '%s fails with the faults that its bug is about, and with no other',
  async (_, client) => {
    const nth = 3;
    const cells = faultCells.filter(({ faults: [point] }) => (point?.nth ?? 0) <= nth);
    const failing = await failingCells(client, cells);
    expect(failing.toSorted()).toEqual(ofParts(client, 1).toSorted());
  },
);

test.each(gapRows)('%s fails with two choices only if it depends on them', async (_, client) => {
  const every = Math.ceil(pairCells.length / 200);
  const pairs = ofParts(client, 2).filter((cause) => !cause.includes(':'));
  const cells = pairCells.filter((cell, at) => at % every === 0 || pairs.includes(causeText(cell)));
  const failing = await failingCells(client, cells);
  expect(failing).toEqual(expect.arrayContaining([...pairs]));
  // One choice can hide another, so that not every cell with a cause fails.
  const isCaused = (cell: string) => client.causes.some((cause) => containsCause(cell, cause));
  expect(failing.filter((cell) => !isCaused(cell))).toEqual([]);
});
