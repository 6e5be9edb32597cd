import { expect, test } from 'vitest';
import { client, explore, list, textsOf } from '../../test/support/synthetic-client.ts';

test('a red baseline is run three times, and nothing else', async () => {
  const result = await explore(client(() => 'failed', list('etag')));
  expect(result.baseline).toEqual({
    kind: 'failed',
    outcome: { kind: 'failed', exit: 'exit code 1', tests: [] },
  });
  expect(textsOf(result.runs.map(({ run }) => run))).toEqual(['baseline', 'baseline', 'baseline']);
  expect(result).toMatchObject({ assumptions: [], faultCauses: [], flaky: [] });
});

test.each([
  [['failed', 'passed', 'passed']],
  [['failed', 'failed', 'passed']],
  [['passed', 'hung', 'passed']],
  [['passed', 'passed', 'failed']],
] as const)('a baseline with the outcomes %s is flaky, and ends the matrix', async (outcomes) => {
  const result = await explore(client(({ run }) => outcomes[run.id - 1] ?? 'passed', list('etag')));
  expect(result.baseline.kind).toBe('flaky');
  expect(result.runs).toHaveLength(outcomes.length);
  expect(textsOf(result.flaky)).toEqual(['baseline']);
});

test('a cell that fails at times is flaky, and the baseline is run more often', async () => {
  let fails = 0;
  const one = client(
    ({ choice }) => (choice('etag') === 'on' && fails++ === 0 ? 'failed' : 'passed'),
    list('etag'),
  );
  const result = await explore(one, { faults: false });
  expect(textsOf(result.flaky)).toEqual(['etag=on']);
  expect(result.flaky[0]?.outcomes.map(({ kind }) => kind)).toEqual(['failed', 'passed', 'passed']);
  expect(result.assumptions).toEqual([]);
  expect(textsOf(result.runs.map(({ run }) => run)).filter((text) => text === 'baseline')).toHaveLength(9);
});

test('beside a flaky cell, three failures are not enough for a cause', async () => {
  const fails = { etag: 1, cors: 4 };
  const one = client(
    ({ run: { cell } }) => {
      const gap = cell.gaps.etag === 'on' ? 'etag' : cell.gaps.cors === 'on' ? 'cors' : undefined;
      return gap !== undefined && fails[gap]-- > 0 ? 'failed' : 'passed';
    },
    list('etag', 'cors'),
  );
  const result = await explore(one, { faults: false });
  expect(result.assumptions).toEqual([]);
  expect(textsOf(result.flaky).toSorted()).toEqual(['cors=on', 'etag=on']);
});

test('a hang is stable after two runs', async () => {
  const result = await explore(
    client(({ choice }) => (choice('etag') === 'on' ? 'hung' : 'passed'), list('etag')),
    {
      faults: false,
    },
  );
  expect(result.assumptions).toMatchObject([{ outcome: { kind: 'hung' }, runs: [4, 5] }]);
});
