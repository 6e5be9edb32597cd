import { expect, test } from 'vitest';
import {
  cancel,
  judge,
  keeps,
  listed,
  order,
  removes,
  unlisted,
} from '../../../test/contract/history/operations.ts';
import { ResultCollector } from '../result-collector.ts';
import { History } from './history.ts';
import { judgeOperations } from './judge-operations.ts';
import type { HistoryChoices, Operation } from './operation.ts';

const contradictory: readonly [
  name: string,
  HistoryChoices,
  Operation[],
  contradiction: string,
  also?: readonly string[],
][] = [
  [
    'two simultaneous successes',
    {},
    [cancel(1, 4, 204), cancel(2, 3, 204)],
    'R35 1,2: two cancels of one order succeeded',
  ],
  [
    'two successes one after the other',
    {},
    [cancel(1, 2, 204), cancel(3, 4, 204)],
    'R29 1,3: two cancels of one order succeeded',
  ],
  [
    'a success after a refusal',
    {},
    [cancel(1, 2, 409), cancel(3, 4, 204)],
    'R31 1,3: a cancel succeeded after another was refused',
  ],
  [
    'a success after an order was not found',
    {},
    [listed(1, 2), cancel(3, 4, 404), cancel(5, 6, 204)],
    'R26 1,3,5: a cancel succeeded after another did not find the order',
  ],
  [
    'an order that comes back',
    {},
    [listed(1, 2), unlisted(3, 4), listed(5, 6)],
    'R36 1,3,5: an order that had left the list is listed again',
  ],
  [
    'a success after an order left the list',
    {},
    [listed(1, 2), unlisted(3, 4), cancel(5, 6, 204)],
    'R32 1,3,5: a cancel succeeded after the order had left the list',
  ],
  [
    'a cancelled order in a list',
    removes,
    [cancel(1, 2, 204), listed(3, 4)],
    'R36 1,3: an order is listed after its cancel succeeded',
  ],
  [
    'a list that shows what a refusal showed to be cancelled',
    removes,
    [cancel(1, 9, 204), cancel(2, 3, 409), listed(4, 5)],
    'R36 1,2,4: an order is listed after a cancel of it was refused as the second',
    ['R35', 'cancel-again: conflict'],
  ],
  [
    'a shipped order that leaves the list',
    removes,
    [cancel(1, 2, 409), listed(3, 4), unlisted(5, 6)],
    'R31 1,3,5: an order that had shipped left the list or was not found',
  ],
  [
    'an order that leaves a list of all orders',
    keeps,
    [listed(1, 2), unlisted(3, 4)],
    'R36 1,3: an order left the list, which keeps cancelled orders',
  ],
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
    'R36 1,3: an order left the list, which keeps cancelled orders',
  ],
  [
    'a listed order that a cancel did not find',
    removes,
    [listed(1, 2), cancel(3, 4, 404), listed(5, 6)],
    'R36 1,3,5: an order is listed after a cancel did not find it',
  ],
  [
    'a refusal that began before the success that explains it, and a list after it',
    removes,
    [cancel(1, 3, 409), cancel(2, 9, 204), listed(4, 5)],
    'R36 1,2,4: an order is listed after a cancel of it was refused as the second',
    ['R35'],
  ],
  [
    'three successes as one contradiction',
    {},
    [1, 3, 5].map((at) => cancel(at, at + 1, 204)),
    'R29 1,3: two cancels of one order succeeded',
  ],
  [
    'a success at the end of another',
    {},
    [cancel(1, 3, 204), cancel(3, 4, 204)],
    'R29 1,3: two cancels of one order succeeded',
  ],
];

/** What a collector has after operations that arrive in the reverse of their order, the first of them as an exchange. */
function collected(choices: HistoryChoices, operations: readonly Operation[]) {
  const collector = new ResultCollector();
  const numbered = operations.map((operation, at) => (at === 0 ? { ...operation, exchange: 7 } : operation));
  judgeOperations(numbered.toReversed(), choices, collector);
  const { findings, gaps, exercised } = collector;
  const observed = gaps.map(({ gap, observed: choice }) => `${gap}: ${choice}`);
  return { findings, shown: [...exercised.keys(), ...observed].sort() };
}

test.each(contradictory)('finds %s', (_, choices, operations, contradiction, also = []) => {
  expect(judge(choices, operations)).toEqual([contradiction]);
  const rule = contradiction.slice(0, 3);
  const { findings, shown } = collected(choices, operations);
  expect(findings).toMatchObject([{ rule, where: order, requests: 1 }]);
  expect(shown).toEqual([rule, ...also].sort());
});

test('a finding names its operations by their exchange or lane, with their times since the first of them', () => {
  const [list, cancels] = ['GET /store/orders', `DELETE ${order}`];
  const ofList = collected(removes, [cancel(11, 12, 409), listed(13, 15), unlisted(16, 17)]);
  const why = 'an order that had shipped left the list or was not found';
  expect(ofList.findings).toMatchObject([
    {
      operation: 'listOrders',
      exchange: undefined,
      expected: 'responses that one order of events explains',
      got: `${why}: ${cancels} 409 (exchange 7), ${list} listed (b), ${list} not listed (c)`,
      timeline: [
        { lane: 'a', begin: 0, end: 1, request: cancels, outcome: '409' },
        { lane: 'b', begin: 2, end: 4, request: list, outcome: 'listed' },
        { lane: 'c', begin: 5, end: 6, request: list, outcome: 'not listed' },
      ],
    },
  ]);
  const ofCancel = collected({}, [cancel(1, 2, 204), cancel(3, 4, 204)]);
  expect(ofCancel.findings).toMatchObject([{ operation: 'cancelOrder' }]);
});

const consistent: readonly [name: string, HistoryChoices, Operation[], shown?: readonly string[]][] = [
  [
    'a second cancel that does not find the order',
    {},
    [cancel(1, 2, 204), cancel(3, 4, 404)],
    ['R29', 'cancel-again: not-found'],
  ],
  ['two refusals', {}, [cancel(1, 2, 409), cancel(3, 4, 409)], ['R31']],
  ['an order that is not found after a refusal', {}, [cancel(1, 2, 409), cancel(3, 4, 404)]],
  ['a success at the end of a refusal', {}, [cancel(1, 3, 409), cancel(3, 4, 204)]],
  [
    'a cancelled order out of two lists',
    removes,
    [cancel(1, 2, 204), unlisted(3, 4), unlisted(5, 6)],
    ['R36'],
  ],
  ['an order out of two lists', removes, [listed(1, 2), unlisted(3, 4), unlisted(5, 6)], ['R36']],
  ['a list whose lag is not known', { cancelledInList: 'remove' }, [cancel(1, 2, 204), listed(3, 4)]],
  ['a current list of all orders', { ...keeps, listLag: { ms: 0 } }, [cancel(1, 2, 204), listed(3, 4)]],
  [
    'a cancelled order in a list where every cancel succeeds',
    { ...removes, cancelsAgain: true },
    [cancel(1, 2, 204), listed(3, 4)],
  ],
  [
    'one success of two simultaneous cancels',
    removes,
    [cancel(1, 4, 204), cancel(2, 3, 409)],
    ['R35', 'cancel-again: conflict'],
  ],
  ['a success before a refusal that began earlier', {}, [cancel(1, 5, 409), cancel(2, 3, 204)], ['R35']],
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

test.each(consistent)('accepts %s', (_, choices, operations, shown = []) => {
  expect(judge(choices, operations)).toEqual([]);
  expect(collected(choices, operations).shown).toEqual([...shown].sort());
});

test('a second cancel is an allowed choice, seen in its exchange', () => {
  const collector = new ResultCollector();
  const second = { ...cancel(3, 4, 409), exchange: 8 };
  judgeOperations([cancel(1, 2, 204), second], {}, collector);
  expect(collector.gaps).toMatchObject([
    { gap: 'cancel-again', observed: 'conflict', allowed: true, exchange: 8 },
  ]);
});

test('a list that may be two lists late shows a cancelled order twice, and not a third time', () => {
  const late: HistoryChoices = { cancelledInList: 'remove', listLag: { lists: 2 } };
  const lists = [listed(3, 4), listed(5, 6)];
  expect(judge(late, [cancel(1, 2, 204), ...lists])).toEqual([]);
  expect(judge(late, [cancel(1, 2, 204), ...lists, listed(7, 8)])).toEqual([
    'R36 1,7: an order is listed after its cancel succeeded',
  ]);
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
