import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../test/support/new-folder.ts';
import { UserError } from '../user-error.ts';
import { type AcceptedFinding, acceptedBy, baselineProblems, readBaseline } from './baseline.ts';

const entry: AcceptedFinding = {
  rule: 'R19',
  operation: 'listOrders',
  reason: 'The gateway removes the header.',
  expires: '2026-03-31',
};

/** Reads a baseline with this text. */
async function read(text: string, name = 'baseline.yaml'): Promise<readonly AcceptedFinding[]> {
  const folder = newFolder();
  const file = join(folder, name);
  await writeFile(file, text);
  return readBaseline(file).catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(
      error.problems.map((problem) => ({ ...problem, where: problem.where?.split('/').at(-1) ?? '' })),
    );
  });
}

const yaml = `accepted:
  - rule: R19
    operation: listOrders
    reason: The gateway removes the header.
    expires: 2026-03-31
`;

test('reads a baseline in YAML and in JSON', async () => {
  expect(await read(yaml)).toEqual([entry]);
  expect(await read(JSON.stringify({ accepted: [entry] }), 'baseline.json')).toEqual([entry]);
  expect(await read('accepted: []')).toEqual([]);
});

test('the baseline in docs/guides/checking-gates.md is valid', async () => {
  const page = await readFile(new URL('../../docs/guides/checking-gates.md', import.meta.url), 'utf8');
  const [, text = ''] = /```yaml\n(accepted:[\s\S]*?)```/.exec(page) ?? [];
  expect(await read(text)).toMatchObject([{ rule: 'R19', operation: 'listOrders', expires: '2026-12-31' }]);
});

test.each<[string, string, string]>([
  ['an unknown rule', yaml.replace('R19', 'R99'), 'baseline.yaml:2:11 accepted[0].rule is "R99"'],
  [
    'an unknown operation',
    yaml.replace('listOrders', 'listOrder'),
    'baseline.yaml:3:16 accepted[0].operation is "listOrder"',
  ],
  ['no reason', yaml.replace(/ {4}reason.*\n/, ''), 'baseline.yaml:2:5 '],
  [
    'an empty reason',
    yaml.replace(/reason.*/, 'reason: " "'),
    'baseline.yaml:4:13 accepted[0].reason is " "; expected why it is accepted',
  ],
  ['no expiry date', yaml.replace(/ {4}expires.*\n/, ''), 'baseline.yaml:2:5 '],
  [
    'a date that does not exist',
    yaml.replace('03-31', '02-30'),
    'baseline.yaml:5:14 accepted[0].expires is "2026-02-30"; expected a date such as 2026-12-31',
  ],
  [
    'another form of a date',
    yaml.replace('2026-03-31', '31.3.2026'),
    'baseline.yaml:5:14 accepted[0].expires is "31.3.2026"',
  ],
  ['an unknown key', yaml.replace('reason:', 'raeson:'), 'did you mean "reason"'],
  [
    'the same findings twice',
    yaml + yaml.slice(yaml.indexOf('\n') + 1),
    'baseline.yaml:6:5 [1] accepts R19 of listOrders again',
  ],
  ['another file', 'rules: []', 'baseline.yaml:1:1 unknown key "rules"'],
  ['no YAML', 'accepted: [', 'baseline.yaml:1:'],
])('refuses a baseline with %s and says where', async (_what, text, message) => {
  const problem = await read(text).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(problem).toBeInstanceOf(UserError);
  expect((problem as UserError).exitCode).toBe(2);
  expect((problem as UserError).message).toContain(message);
});

test('refuses entries of code with their place', () => {
  const problems = baselineProblems([entry, { ...entry, expires: 'soon' }]);
  expect(problems).toMatchObject([
    { where: 'baseline', what: '[1].expires is "soon"' },
    { where: 'baseline', what: '[1] accepts R19 of listOrders again' },
  ]);
  const unknownRule = { ...entry, rule: 'R99' as never };
  expect(baselineProblems([entry, entry, unknownRule]).map(({ what }) => what)).toEqual([
    '[2].rule is "R99"',
    '[1] accepts R19 of listOrders again',
  ]);
  expect(baselineProblems([])).toEqual([]);
});

test.each<[boolean, string, Parameters<typeof acceptedBy>[2], string]>([
  [true, 'R19', 'listOrders', '2026-03-31T23:59:59.999Z'],
  [false, 'R19', 'listOrders', '2026-04-01T00:00:00.000Z'],
  [false, 'R19', 'cancelOrder', '2026-01-01T00:00:00Z'],
  [false, 'R19', undefined, '2026-01-01T00:00:00Z'],
  [false, 'R20', 'listOrders', '2026-01-01T00:00:00Z'],
])('returns %s for a finding of %s of %s at %s', (is, rule, operation, time) => {
  expect(acceptedBy([entry], rule as AcceptedFinding['rule'], operation, Date.parse(time)) === entry).toBe(
    is,
  );
});

test('accepts findings that no exchange shows only by operation none', () => {
  const none: AcceptedFinding = { ...entry, rule: 'R01', operation: 'none' };
  expect(acceptedBy([none], 'R01', undefined, 0)).toBe(none);
  expect(acceptedBy([none], 'R01', 'listOrders', 0)).toBeUndefined();
});
