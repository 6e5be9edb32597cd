import { expect, test } from 'vitest';
import type { Judgement } from '../../../src/contract/judge/judgement.ts';
import { findingLine } from '../../check/mutants/report-lines.ts';
import { judgementWithin } from './ask.ts';
import { brokenErrors, legalErrors } from './error-responses.ts';
import { brokenLists, legalLists } from './list-responses.ts';

// The findings for each response, word for word; the tests with sockets in this folder name only the rules.

/** A judgement as lines: its findings, the rules with more findings than listed, and the exercised rules. */
function linesOf({ findings, counts, exercised, undocumentedStatus }: Judgement): readonly string[] {
  const more = [...counts].filter(
    ([rule, count]) => count !== findings.filter((one) => one.rule === rule).length,
  );
  return [
    ...findings.map(findingLine),
    ...more.map(([rule, count]) => `${rule} is broken ${count} times`),
    `exercised: ${exercised.join(' ')}${undocumentedStatus ? '; the status is not documented' : ''}`,
  ];
}

const lists = [...brokenLists, ...legalLists].map(([name, bytes]) => [name, bytes] as const);

test.each(lists)('reports the findings for a list with %s', async (_name, bytes) => {
  expect(linesOf(await judgementWithin(bytes))).toMatchSnapshot();
});

const errors = [...brokenErrors, ...legalErrors].map(([name, bytes, asked]) => [name, bytes, asked] as const);

test.each(errors)('reports the findings for %s', async (_name, bytes, asked) => {
  expect(linesOf(await judgementWithin(bytes, asked))).toMatchSnapshot();
});
