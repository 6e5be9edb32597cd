import { expect, test } from 'vitest';
import { oneOfEachKind, sentenceOf } from '../../check/mutants/report-summary.ts';
import { judgementWithin, placesBrokenBy } from './ask.ts';
import { errorResponses } from './error-responses.ts';
import { framedResponses } from './framed-responses.ts';
import { listResponses } from './list-responses.ts';

const responses = [
  ...listResponses.map(([name, ...rest]) => [`a list with ${name}`, ...rest] as const),
  ...errorResponses,
  ...framedResponses,
].map(([name, response, breaks = '', asked = {}]) => {
  const rules = breaks.match(/R\d\d/g)?.join(' and ') ?? 'no rule';
  return [name, rules, response, breaks, asked] as const;
});

test.each(responses)('%s breaks %s', async (_name, _rules, response, breaks, asked) => {
  expect(await placesBrokenBy(response, asked)).toEqual(breaks);
});

const judgements = () =>
  Promise.all(
    responses.map(async ([name, , response, , asked]) => ({
      name,
      ...(await judgementWithin(response, asked)),
    })),
  );

test('each kind of sentence about a response is in sentences.txt once', async () => {
  const sentences = (await judgements()).flatMap(({ findings }) => findings.map(sentenceOf));
  await expect(`${oneOfEachKind(sentences).join('\n')}\n`).toMatchFileSnapshot('sentences.txt');
});

test('exercised.txt has the rules that responses exercise, with the number of responses', async () => {
  const groups = Map.groupBy(await judgements(), ({ exercised, findings }) => {
    const isUndocumented = findings.some(({ rule }) => rule === 'R03');
    return `${exercised.join(' ')}${isUndocumented ? ', the status is not documented' : ''}`;
  });
  const lines = [...groups].map(([rules, all]) => `${rules}: ${all.length}, such as ${all[0]?.name}\n`);
  await expect(lines.sort().join('')).toMatchFileSnapshot('exercised.txt');
});
