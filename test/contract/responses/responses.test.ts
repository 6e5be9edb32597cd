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

test('the responses exercise rules in these groups, with the number of responses', () => {
  const groups = Map.groupBy(judged, ({ exercised, findings }) => {
    const isUndocumented = findings.some(({ rule }) => rule === 'R03');
    return `${exercised.join(' ')}${isUndocumented ? ', the status is not documented' : ''}`;
  });
  const lines = [...groups].map(([rules, all]) => `${rules}: ${all.length}, such as ${all[0]?.name}`);
  expect(lines.sort().join('\n')).toMatchInlineSnapshot(`
    ": 2, such as a list with 503
    R02 R03 R04 R05 R06 R07 R08 R09 R10 R12: 3, such as a list with null for an order
    R02 R03 R04 R05 R06 R07 R08 R09 R11 R12: 3, such as a list with one id twice
    R02 R03 R04 R05 R06 R07 R08 R09 R12: 22, such as a list with a field twice, the wrong one first
    R02 R03 R04 R05 R06 R07 R08 R10 R12: 4, such as a list with only a date
    R02 R03 R04 R05 R06 R07 R08 R12: 12, such as a list with wrong JSON as text/plain
    R02 R03 R04 R05 R06 R07: 12, such as a list with no content type
    R02 R03 R04 R05 R06 R08 R09 R12: 1, such as a list with a comma too many
    R02 R03 R04 R05 R06: 6, such as a list with an empty body
    R02 R03 R04 R05: 13, such as a list with text/html
    R02 R03 R04 R06: 1, such as a list with neither body nor type
    R02 R03 R04 R19 R20 R21 R22 R23 R24: 1, such as a list with 401 to a valid key
    R02 R03 R14 R19 R20 R21 R22 R23 R24: 10, such as a 401 without a challenge
    R02 R03 R14 R19 R20 R21 R22 R24: 2, such as an empty Error
    R02 R03 R14 R19 R20 R21 R22: 1, such as a list for an Error
    R02 R03 R14 R19 R20 R21: 2, such as no Error body
    R02 R03 R16 R18 R19 R20 R21 R22 R23 R24: 1, such as a 401 to a cancel
    R02 R03 R20 R21 R22 R23 R24: 5, such as an Error as text
    R02 R03 R21: 3, such as neither Error body nor type
    R02 R03 R27 R28: 7, such as a 204 with a body
    R02 R03, the status is not documented: 7, such as a list with a redirect to a good response
    R02 R03: 1, such as a 409 that is JSON by its type and cut short
    R02: 6, such as Content-Length together with chunks"
  `);
});
