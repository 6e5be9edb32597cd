import { expect, test } from 'vitest';
import { oneOfEachKind, sentenceOf } from '../../check/mutants/report-summary.ts';
import { judgementWithin, placesBrokenBy } from './ask.ts';
import { brokenErrors, legalErrors } from './error-responses.ts';
import { brokenLists, legalLists } from './list-responses.ts';

test.each(brokenLists)('catches a list with %s', async (_name, bytes, broken) => {
  expect(await placesBrokenBy(bytes)).toEqual(broken);
});

test.each(legalLists)('has nothing against a list with %s', async (_name, bytes) => {
  expect(await placesBrokenBy(bytes)).toEqual([]);
});

test.each(brokenErrors)('catches %s', async (_name, bytes, asked, broken) => {
  expect(await placesBrokenBy(bytes, asked)).toEqual(broken);
});

test.each(legalErrors)('has nothing against %s', async (_name, bytes, asked) => {
  expect(await placesBrokenBy(bytes, asked)).toEqual([]);
});

const lists = [...brokenLists, ...legalLists].map(
  ([name, bytes]) => [`a list with ${name}`, bytes, {}] as const,
);
const errors = [...brokenErrors, ...legalErrors];
const judgements = async () =>
  Promise.all(
    [...lists, ...errors].map(async ([name, bytes, asked]) => ({
      name,
      ...(await judgementWithin(bytes, asked)),
    })),
  );

test('each kind of sentence about a response is in sentences.txt once', async () => {
  const sentences = (await judgements()).flatMap(({ findings }) => findings.map(sentenceOf));
  await expect(`${oneOfEachKind(sentences).join('\n')}\n`).toMatchFileSnapshot('sentences.txt');
});

test('exercised.txt has the rules that responses exercise, with the number of responses', async () => {
  const groups = Map.groupBy(await judgements(), ({ exercised, undocumentedStatus }) => {
    return `${exercised.join(' ')}${undocumentedStatus ? ', the status is not documented' : ''}`;
  });
  const lines = [...groups].map(([rules, all]) => `${rules}: ${all.length}, such as ${all[0]?.name}\n`);
  await expect(lines.sort().join('')).toMatchFileSnapshot('exercised.txt');
});
