import { expect, test } from 'vitest';
import type { Judgement } from '../../../src/contract/judge/judge.ts';
import { openContract } from '../../../src/contract/open-contract.ts';
import type { Finding } from '../../../src/contract/report.ts';
import { exchangeWith } from './ask.ts';
import { errorResponses } from './error-responses.ts';
import { framedResponses } from './framed-responses.ts';
import { listResponses } from './list-responses.ts';

const contract = await openContract();
const responses = [
  ...listResponses.map(([name, ...rest]) => [`a list with ${name}`, ...rest] as const),
  ...errorResponses,
  ...framedResponses,
];
type Judged = Judgement & { readonly name: string; readonly rules: string; readonly breaks: string };
const judged: Judged[] = [];
for (const [name, response, breaks = '', asked] of responses) {
  const rules = breaks.match(/R\d\d/g)?.join(' and ') ?? 'no rule';
  judged.push({ name, rules, breaks, ...contract.judge(await exchangeWith(response, asked)) });
}

/** The rules that a response breaks, in order, each with the place of its first finding: `R22 /code ×3`. */
function placesOf(findings: readonly Finding[]): string {
  const places = [...Map.groupBy(findings, ({ rule }) => rule)].map(([rule, all]) => {
    const where = all[0]?.where;
    const place = where === undefined ? rule : `${rule} ${where || 'root'}`;
    return all.length === 1 ? place : `${place} ×${all.length}`;
  });
  return places.sort().join(', ');
}

test.each(judged)('$name breaks $rules', ({ findings, breaks }) => {
  expect(placesOf(findings)).toEqual(breaks);
});

/** What two sentences of one kind have in common: they differ only in numbers, or in texts in quotes. */
function kindOf(sentence: string): string {
  return sentence
    .replace(/( at byte| not tested:|[,:]? HTTP\/1\.1|[[{]).*/s, '$1')
    .replace(/`[^`]*`|"(?:[^"\\]|\\.)*"|\([A-Z]+\b[^)]*\)|(?:http:|\?)\S+/g, '"…"')
    .replace(/(?<=expected 401 )with(?:out)? [^,]+/, '…')
    .replace(/(?<!^R\d?)-?\d+(?:, \d+)*(?: and \d+ more)?/g, 'N');
}

test('each kind of sentence about a response is in sentences.txt once', async () => {
  const all = judged.flatMap(({ findings }) => findings);
  const sentences = all.map(({ rule, expected, got }) => `${rule}: expected ${expected}, got ${got}`);
  const kinds = new Map(sentences.toReversed().map((sentence) => [kindOf(sentence), sentence]));
  await expect(`${[...kinds.values()].sort().join('\n')}\n`).toMatchFileSnapshot('sentences.txt');
});

test('exercised.txt has the rules that responses exercise, with the number of responses', async () => {
  const groups = Map.groupBy(judged, ({ exercised, findings }) => {
    const isUndocumented = findings.some(({ rule }) => rule === 'R03');
    return `${exercised.join(' ')}${isUndocumented ? ', the status is not documented' : ''}`;
  });
  const lines = [...groups].map(([rules, all]) => `${rules}: ${all.length}, such as ${all[0]?.name}\n`);
  await expect(lines.sort().join('')).toMatchFileSnapshot('exercised.txt');
});
