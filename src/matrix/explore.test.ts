import { expect, test } from 'vitest';
import {
  explore,
  type Step,
  type SyntheticClient,
  several,
  type View,
} from '../../test/support/synthetic-client.ts';
import { type GapKey, gaps } from '../simulator/environment/gaps/gaps.ts';
import type { Cell } from './model.ts';
import { formatCell, parseCell } from './plan/cell.ts';
import { alternativesOf } from './plan/choices.ts';

const textsOf = (found: readonly { readonly cell: Cell }[]) =>
  found.map(({ cell }) => formatCell(cell)).toSorted();

/** A client that fails when a condition holds, and touches some gaps. */
function failsWhen(fails: (view: View) => boolean, steps: readonly Step[] = several): SyntheticClient {
  return { steps: () => steps, outcome: (view) => (fails(view) ? 'failed' : 'passed') };
}

const lists = (...touched: readonly GapKey[]): readonly Step[] => [
  { operation: 'listOrders', gaps: touched },
];

test.each(gaps.map(({ key, default: own }) => ({ key, own })))(
  'a client that needs $key=$own depends on it only',
  async ({ key, own }) => {
    const broken = alternativesOf(key, own).map(({ choice }) => `${key}=${choice}`);
    const needed =
      key === 'list-lag' ? ['cancelled-in-list=remove + list-lag=after-2-reads'] : broken.toSorted();
    const neighbours: readonly GapKey[] = ['cancelled-in-list', 'cancel-again', 'conflict-body', 'etag', key];
    const client = failsWhen(
      ({ choice }) => choice(key) !== own && (key !== 'list-lag' || choice('cancelled-in-list') === 'remove'),
      lists(...new Set(neighbours)),
    );
    const result = await explore(client, { faults: false });
    expect(textsOf(result.assumptions)).toEqual(needed);
    expect(result.flaky).toEqual([]);
  },
);

test.each(['passed', 'failed'] as const)(
  'a cell whose fault never fires has no effect, also if its runs %s',
  async (outcome) => {
    const only = [parseCell('listOrders:9:unavailable')];
    const outcomeOf = ({ run }: View) => (run.cell.faults.length > 0 ? outcome : 'passed');
    const { noEffect } = await explore({ steps: () => several, outcome: outcomeOf }, { only });
    expect(noEffect).toEqual(only);
  },
);
