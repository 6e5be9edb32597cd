import fc from 'fast-check';
import { expect, test } from 'vitest';
import { howMany } from '../../../test/helpers/how-many.ts';
import {
  type Effect,
  findViolation,
  type RegisterOperation,
} from '../../../test/simulator/orders/linearizability/register.ts';
import { ResultCollector } from '../result-collector.ts';
import { History } from './history.ts';
import { judgeOperations } from './judge-operations.ts';
import type { HistoryChoices, Operation } from './operation.ts';

const order = '/store/orders/1001';
const cancel = (begin: number, end: number, status: number | undefined): Operation => ({
  ...{ kind: 'cancel', order, begin, end, status, lane: 'a' },
});
const listed = (begin: number, end: number): Operation => ({
  ...{ kind: 'list', orders: [order], begin, end, lane: 'b' },
});
const unlisted = (begin: number, end: number): Operation => ({
  ...{ kind: 'list', orders: [], begin, end, lane: 'c' },
});

const removes: HistoryChoices = { cancelledInList: 'remove', listLag: { ms: 0 } };
const keeps: HistoryChoices = { cancelledInList: 'keep' };

/** Returns the broken rules, each with the begins of its operations. */
function judge(choices: HistoryChoices, operations: readonly Operation[]): readonly string[] {
  const history = new History(choices);
  const inOrder = operations.toSorted((one, other) => one.begin - other.begin);
  return inOrder
    .flatMap((operation) => history.add(operation).contradictions)
    .map(({ rule, operations: of }) => `${rule} ${of.map(({ begin }) => begin).join()}`);
}

const contradictory: readonly [string, HistoryChoices, Operation[], string[]][] = [
  ['two simultaneous successes', {}, [cancel(1, 4, 204), cancel(2, 3, 204)], ['R35 1,2']],
  ['two successes one after the other', {}, [cancel(1, 2, 204), cancel(3, 4, 204)], ['R29 1,3']],
  ['a success after a refusal', {}, [cancel(1, 2, 409), cancel(3, 4, 204)], ['R31 1,3']],
  [
    'a success after an order was not found',
    {},
    [listed(1, 2), cancel(3, 4, 404), cancel(5, 6, 204)],
    ['R26 1,3,5'],
  ],
  ['an order that comes back', {}, [listed(1, 2), unlisted(3, 4), listed(5, 6)], ['R36 1,3,5']],
  [
    'a success after an order left the list',
    {},
    [listed(1, 2), unlisted(3, 4), cancel(5, 6, 204)],
    ['R32 1,3,5'],
  ],
  ['a cancelled order in a list', removes, [cancel(1, 2, 204), listed(3, 4)], ['R36 1,3']],
  [
    'a list that shows what a refusal showed to be cancelled',
    removes,
    [cancel(1, 9, 204), cancel(2, 3, 409), listed(4, 5)],
    ['R36 1,2,4'],
  ],
  [
    'a shipped order that leaves the list',
    removes,
    [cancel(1, 2, 409), listed(3, 4), unlisted(5, 6)],
    ['R31 1,3,5'],
  ],
  ['an order that leaves a list of all orders', keeps, [listed(1, 2), unlisted(3, 4)], ['R36 1,3']],
  [
    'an order that leaves a part of a list',
    keeps,
    [
      listed(1, 2),
      {
        ...{ kind: 'list', orders: [], without: [order, '/store/orders/2'] },
        ...{ begin: 3, end: 4, lane: 'c' },
      },
    ],
    ['R36 1,3'],
  ],
  [
    'a listed order that a cancel did not find',
    removes,
    [listed(1, 2), cancel(3, 4, 404), listed(5, 6)],
    ['R36 1,3,5'],
  ],
  [
    'a refusal that began before the success that explains it, and a list after it',
    removes,
    [cancel(1, 3, 409), cancel(2, 9, 204), listed(4, 5)],
    ['R36 1,2,4'],
  ],
  ['three successes as one contradiction', {}, [1, 3, 5].map((at) => cancel(at, at + 1, 204)), ['R29 1,3']],
  ['a success at the end of another', {}, [cancel(1, 3, 204), cancel(3, 4, 204)], ['R29 1,3']],
];

test.each(contradictory)('finds %s', (_, choices, operations, found) => {
  expect(judge(choices, operations)).toEqual(found);
});

/** What a collector has after operations that arrive in the reverse of their order, the first of them as an exchange. */
function collected(choices: HistoryChoices, operations: readonly Operation[]) {
  const collector = new ResultCollector();
  const numbered = operations.map((operation, at) => (at === 0 ? { ...operation, exchange: 7 } : operation));
  judgeOperations(numbered.toReversed(), choices, collector);
  const { findings, gaps, exercised } = collector;
  return { findings, gaps, exercised: [...exercised.keys()] };
}

test('each contradiction is a finding that names its operations, beside the rules and the gap that they show', () => {
  const all = [...contradictory, ...consistent];
  const reports = all.map(([name, choices, operations]) => [name, collected(choices, operations)]);
  expect(Object.fromEntries(reports)).toMatchSnapshot();
});

const consistent: readonly [string, HistoryChoices, Operation[]][] = [
  ['a second cancel that does not find the order', {}, [cancel(1, 2, 204), cancel(3, 4, 404)]],
  ['two refusals', {}, [cancel(1, 2, 409), cancel(3, 4, 409)]],
  ['an order that is not found after a refusal', {}, [cancel(1, 2, 409), cancel(3, 4, 404)]],
  ['a success at the end of a refusal', {}, [cancel(1, 3, 409), cancel(3, 4, 204)]],
  ['a cancelled order out of two lists', removes, [cancel(1, 2, 204), unlisted(3, 4), unlisted(5, 6)]],
  ['an order out of two lists', removes, [listed(1, 2), unlisted(3, 4), unlisted(5, 6)]],
  ['a list whose lag is not known', { cancelledInList: 'remove' }, [cancel(1, 2, 204), listed(3, 4)]],
  ['a current list of all orders', { ...keeps, listLag: { ms: 0 } }, [cancel(1, 2, 204), listed(3, 4)]],
  [
    'a cancelled order in a list where every cancel succeeds',
    { ...removes, cancelsAgain: true },
    [cancel(1, 2, 204), listed(3, 4)],
  ],
  ['one success of two simultaneous cancels', removes, [cancel(1, 4, 204), cancel(2, 3, 409)]],
  ['a success before a refusal that began earlier', {}, [cancel(1, 5, 409), cancel(2, 3, 204)]],
  ['a list during a cancel that still shows the order', removes, [cancel(1, 4, 204), listed(2, 3)]],
  ['an order that is placed late', {}, [unlisted(1, 2), cancel(3, 4, 404), listed(5, 6)]],
  [
    'a list that is as late as it may be',
    { ...removes, listLag: { ms: 10 } },
    [cancel(1, 2, 204), listed(12, 13)],
  ],
  ['a cancelled order in a list of all orders', keeps, [cancel(1, 2, 204), listed(3, 4)]],
  [
    'two successes where every cancel succeeds',
    { cancelsAgain: true },
    [cancel(1, 2, 204), cancel(3, 4, 204)],
  ],
  ['an order that somebody else cancels', removes, [listed(1, 2), unlisted(3, 4), cancel(5, 6, 409)]],
  ['a cancel without an outcome', removes, [cancel(1, Number.POSITIVE_INFINITY, undefined), unlisted(2, 3)]],
];

test.each(consistent)('accepts %s', (_, choices, operations) => {
  expect(judge(choices, operations)).toEqual([]);
});

test('a list that may be two lists late shows a cancelled order twice, and not a third time', () => {
  const late: HistoryChoices = { cancelledInList: 'remove', listLag: { lists: 2 } };
  const lists = [listed(3, 4), listed(5, 6)];
  expect(judge(late, [cancel(1, 2, 204), ...lists])).toEqual([]);
  expect(judge(late, [cancel(1, 2, 204), ...lists, listed(7, 8)])).toEqual(['R36 1,7']);
});

test('orders beyond the bound are not judged, and a reset forgets all of them', () => {
  const history = new History({}, 1);
  history.add(cancel(1, 2, 204));
  history.add({ kind: 'cancel', order: '/store/orders/2', begin: 3, end: 4, status: 204, lane: 'a' });
  const second = history.add({
    kind: 'cancel',
    order: '/store/orders/2',
    begin: 5,
    end: 6,
    status: 204,
    lane: 'a',
  });
  expect([history.isFull, second.contradictions]).toEqual([true, []]);
  history.clear();
  expect(history.add(cancel(7, 8, 204)).contradictions).toEqual([]);
});

/** What others may do at any time. */
const others: readonly RegisterOperation[] = (
  [
    { met: ['absent'], leaves: 'pending' },
    { met: ['pending'], leaves: 'cancelled' },
    { met: ['pending'], leaves: 'shipped' },
  ] satisfies Effect[]
).map((effect) => ({ begin: -1, end: Number.POSITIVE_INFINITY, effect }));

function effectOf(operation: Operation, { cancelledInList }: HistoryChoices): Effect {
  const isKept = cancelledInList === 'keep';
  if (operation.kind === 'list')
    return operation.orders.includes(order)
      ? { met: isKept ? ['pending', 'shipped', 'cancelled'] : ['pending', 'shipped'] }
      : { met: isKept ? ['absent'] : ['absent', 'cancelled'] };
  if (operation.status === 204) return { met: ['pending'], leaves: 'cancelled' };
  if (operation.status === undefined) return { met: ['absent', 'pending', 'shipped', 'cancelled'] };
  return { met: operation.status === 409 ? ['shipped', 'cancelled'] : ['absent', 'cancelled'] };
}

/** Up to 7 operations whose begins and ends are all different. */
const smallHistory = fc
  .array(
    fc.constantFrom<[string, number | undefined]>(
      ['cancel', 204],
      ['cancel', 404],
      ['cancel', 409],
      ['cancel', undefined],
      ['listed', 0],
      ['unlisted', 0],
    ),
    { minLength: 1, maxLength: 7 },
  )
  .chain((kinds) =>
    fc
      .shuffledSubarray(
        Array.from({ length: 2 * kinds.length }, (_, at) => at),
        { minLength: 2 * kinds.length },
      )
      .map((times) =>
        kinds.map(([kind, status], at) => {
          const [begin = 0, end = 0] = [times[2 * at], times[2 * at + 1]].sort(
            (one = 0, other = 0) => one - other,
          );
          if (kind === 'cancel') return cancel(begin, end, status);
          return kind === 'listed' ? listed(begin, end) : unlisted(begin, end);
        }),
      ),
  );

test.each([removes, keeps])(
  'with %j the verdict is that of a search through all orders of events',
  (choices) => {
    const runs = howMany(2_000, 100_000);
    let impossible = 0;
    fc.assert(
      fc.property(smallHistory, (operations) => {
        const searched = [
          ...others,
          ...operations.map(({ begin, end, ...operation }) => ({
            begin,
            end: 'status' in operation && operation.status === undefined ? Number.POSITIVE_INFINITY : end,
            effect: effectOf({ begin, end, ...operation } as Operation, choices),
          })),
        ];
        const expected = findViolation(searched, 'absent') !== undefined;
        if (expected) impossible += 1;
        expect(judge(choices, operations).length > 0).toBe(expected);
      }),
      { numRuns: runs },
    );
    expect(impossible).toBeGreaterThan(runs / 20);
  },
);
