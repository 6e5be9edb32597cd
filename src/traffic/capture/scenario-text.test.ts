import { expect, test } from 'vitest';
import { makeScenario, nothingShown, type ReceivedList, rankPseudonyms } from './make-scenario.ts';
import { scenarioText } from './scenario-text.ts';

const sentences = ['One.', 'Two.'];
const orders = [
  { id: 1n, shipDate: '2026-01-20T10:00:00Z', complete: true, status: 'pending', repeatsId: false },
  { petId: -2n, status: 'unknown', repeatsId: true },
] as const;

test('a scenario in YAML has a description of a line for each sentence, and an order in each line', () => {
  expect(scenarioText('a.yaml', { sentences, orders, datesAsWritten: true })).toBe(
    `description: >-
  One.
  Two.
orders:
  - { id: 1, shipDate: 2026-01-20T10:00:00Z, complete: true, status: pending }
  - { petId: -2, status: unknown, repeatsId: true }
gaps: { ship-date-form: as-written }
`,
  );
  expect(scenarioText('a.yaml', { sentences, orders: [], datesAsWritten: false })).toBe(
    'description: >-\n  One.\n  Two.\norders: []\n',
  );
});

test('a scenario in JSON has an order in each line', () => {
  expect(scenarioText('a.json', { sentences, orders, datesAsWritten: true })).toBe(
    `{
  "description": "One. Two.",
  "orders": [
    {"id":1,"shipDate":"2026-01-20T10:00:00Z","complete":true,"status":"pending"},
    {"petId":-2,"status":"unknown","repeatsId":true}
  ],
  "gaps": { "ship-date-form": "as-written" }
}
`,
  );
  expect(scenarioText('a.json', { sentences, orders: [], datesAsWritten: false })).toBe(
    '{\n  "description": "One. Two.",\n  "orders": []\n}\n',
  );
});

test('YAML holds 10,000 orders, and not one more', () => {
  const many = (length: number) => ({
    sentences,
    orders: Array(length).fill(orders[1]),
    datesAsWritten: false,
  });
  expect(scenarioText('a.yaml', many(10_000))).toContain('petId');
  expect(() => scenarioText('a.yaml', many(10_001))).toThrow(
    /^a\.yaml cannot hold so many orders; expected at most 10000 orders and \d+ bytes; name a file that ends in \.json$/,
  );
});

test('the description counts what cancels have shown, and names what is kept', () => {
  const statusOf: ReceivedList['statusOf'] = (id) =>
    id === 1n ? 'shipped' : id === 2n ? 'pending' : 'unknown';
  const keeping = rankPseudonyms(Buffer.alloc(32, 7), ['id', 'petId', 'shipDate']);
  const body = Buffer.from('[{"id":1},{"id":2},{"id":3},{"id":4},7]');
  const made = makeScenario({ body, file: 'a.json', statusOf }, keeping);
  expect(made).toMatchObject({
    sentences: [
      'Captured from a list of 4 orders.',
      'Kept as received - id, petId, shipDate.',
      '1 order pending, as cancels have shown.',
      '1 order shipped, as cancels have shown.',
      'Left out - 1 item of the list that is no order.',
    ],
  });
  const shown = makeScenario({ body, file: 'a.json', statusOf: nothingShown }, keeping);
  expect(shown.kind === 'no-list' ? [] : shown.sentences).toHaveLength(3);
});
