import { expect, test } from 'vitest';
import type { Judgement } from '../../../src/checker/judge/judgement.ts';
import { toldOf } from '../mutants/told.ts';
import { judgementWithin } from './ask.ts';
import { brokenErrors, legalErrors } from './error-answers.ts';
import { brokenLists, legalLists } from './list-answers.ts';

// What the judge tells about each answer, word for word; the tests over sockets beside this one say which rules it is.

/** A judgement in lines: its findings, the rules broken more often than told, and all that were exercised. */
function linesOf({ findings, counts, exercised, undocumentedStatus }: Judgement): readonly string[] {
  const more = [...counts].filter(
    ([rule, count]) => count !== findings.filter((one) => one.rule === rule).length,
  );
  return [
    ...findings.map(toldOf),
    ...more.map(([rule, count]) => `${rule} is broken ${count} times`),
    `exercised: ${exercised.join(' ')}${undocumentedStatus ? '; the status is not documented' : ''}`,
  ];
}

const lists = [...brokenLists, ...legalLists].map(([name, bytes]) => [name, bytes] as const);

test.each(lists)('tells of a list with %s', async (_name, bytes) => {
  expect(linesOf(await judgementWithin(bytes))).toMatchSnapshot();
});

const errors = [...brokenErrors, ...legalErrors].map(([name, bytes, asked]) => [name, bytes, asked] as const);

test.each(errors)('tells of %s', async (_name, bytes, asked) => {
  expect(linesOf(await judgementWithin(bytes, asked))).toMatchSnapshot();
});
