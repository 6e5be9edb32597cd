import { expect, test } from 'vitest';
import { cancel, judge, listed, order, unlisted } from '../../../test/contract/history/operations.ts';
import { ResultCollector } from '../result-collector.ts';
import { History, judgeOperations } from './history.ts';
import type { Operation } from './operation.ts';

const contradictory: readonly [name: string, Operation[], contradiction: string, also?: readonly string[]][] =
  [
    [
      'two simultaneous successes',
      [cancel(1, 4, 204), cancel(2, 3, 204)],
      'R35 1,2: two cancels of one order succeeded',
    ],
    [
      'two successes one after the other',
      [cancel(1, 2, 204), cancel(3, 4, 204)],
      'R29 1,3: two cancels of one order succeeded',
    ],
    [
      'a success after a refusal',
      [cancel(1, 2, 409), cancel(3, 4, 204)],
      'R31 1,3: a cancel succeeded after another was refused',
    ],
    [
      'a success after an order was not found',
      [listed(1, 2), cancel(3, 4, 404), cancel(5, 6, 204)],
      'R26 1,3,5: a cancel succeeded after another did not find the order',
    ],
    [
      'an order that comes back',
      [listed(1, 2), unlisted(3, 4), listed(5, 6)],
      'R36 1,3,5: an order that had left the list is listed again',
    ],
    [
      'a success after an order left the list',
      [listed(1, 2), unlisted(3, 4), cancel(5, 6, 204)],
      'R32 1,3,5: a cancel succeeded after the order had left the list',
    ],
    [
      'a success at the end of another',
      [cancel(1, 3, 204), cancel(3, 4, 204)],
      'R29 1,3: two cancels of one order succeeded',
    ],
  ];

/** What a collector has after operations that arrive in the reverse of their order, the first of them as an exchange. */
function collected(operations: readonly Operation[]) {
  const collector = new ResultCollector();
  const numbered = operations.map((operation, at) => (at === 0 ? { ...operation, exchange: 7 } : operation));
  judgeOperations(numbered.toReversed(), collector, []);
  const { findings, gaps, exercised } = collector;
  const observed = gaps.map(({ gap, observed: choice }) => `${gap}: ${choice}`);
  return { findings, shown: [...exercised.keys(), ...observed].sort() };
}

test.each(contradictory)('finds %s', (_, operations, contradiction, also = []) => {
  expect(judge(operations)).toEqual([contradiction]);
  // As a proxy, which knows an operation when it has ended.
  expect(judge(operations, 'end')).toEqual([contradiction]);
  const rule = contradiction.slice(0, 3);
  const { findings, shown } = collected(operations);
  expect(findings).toMatchObject([{ rule, where: order, requests: 1 }]);
  expect(shown).toEqual([rule, ...also].sort());
});

test('a finding names its operations with their times since the first of them', () => {
  const list = 'GET /store/orders';
  const ofList = collected([listed(11, 12), unlisted(13, 15), listed(16, 17)]);
  const why = 'an order that had left the list is listed again';
  const [first, second] = [
    `${list} listed (exchange 7, 0.0 to 1.0 ms)`,
    `${list} not listed (exchange 3, 2.0 to 4.0 ms)`,
  ];
  expect(ofList.findings).toMatchObject([
    {
      operation: 'listOrders',
      exchange: 2,
      expected: 'responses that one order of events explains',
      got: `${why}: ${first}, ${second}, ${list} listed (exchange 2, 5.0 to 6.0 ms)`,
    },
  ]);
  const ofCancel = collected([cancel(1, 2, 204), cancel(3, 4, 204)]);
  expect(ofCancel.findings).toMatchObject([{ operation: 'cancelOrder' }]);
});

const consistent: readonly [name: string, Operation[], shown?: readonly string[]][] = [
  [
    'a second cancel that does not find the order',
    [cancel(1, 2, 204), cancel(3, 4, 404)],
    ['R29', 'cancel-again: not-found'],
  ],
  ['an order that is not found after a refusal', [cancel(1, 2, 409), cancel(3, 4, 404)]],
  ['a success at the end of a refusal', [cancel(1, 3, 409), cancel(3, 4, 204)]],
  ['a cancelled order out of two lists', [cancel(1, 2, 204), unlisted(3, 4), unlisted(5, 6)], ['R36']],
  ['an order out of two lists', [listed(1, 2), unlisted(3, 4), unlisted(5, 6)], ['R36']],
  [
    'one success of two simultaneous cancels',
    [cancel(1, 4, 204), cancel(2, 3, 409)],
    ['R35', 'cancel-again: conflict'],
  ],
  ['a success before a refusal that began earlier', [cancel(1, 5, 409), cancel(2, 3, 204)], ['R35']],
  ['a list during a cancel that still shows the order', [cancel(1, 4, 204), listed(2, 3)]],
  ['an order that is placed late', [unlisted(1, 2), cancel(3, 4, 404), listed(5, 6)]],
  ['an order that somebody else cancels', [listed(1, 2), unlisted(3, 4), cancel(5, 6, 409)]],
  ['a cancel without an outcome', [cancel(1, Number.POSITIVE_INFINITY, undefined), unlisted(2, 3)]],
];

test.each(consistent)('accepts %s', (_, operations, shown = []) => {
  expect([judge(operations), judge(operations, 'end')]).toEqual([[], []]);
  expect(collected(operations).shown).toEqual([...shown].sort());
});

test('orders beyond the bound are not judged, and a reset forgets all of them', () => {
  const history = new History(1);
  history.add(cancel(1, 2, 204));
  history.add({ ...cancel(3, 4, 204), order: '/store/orders/2' });
  const second = history.add({ ...cancel(5, 6, 204), order: '/store/orders/2' });
  expect([history.isFull, second.contradictions]).toEqual([true, []]);
  history.clear();
  expect(history.add(cancel(7, 8, 204)).contradictions).toEqual([]);
});
