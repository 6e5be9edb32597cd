import { readFileSync } from 'node:fs';
import type { RuleId } from '../../src/contract/rules/rule-ids.ts';
import { count } from '../../src/report/amounts.ts';
import { gaps } from '../../src/simulator/environment/gaps/gaps.ts';
import { packageRoot } from '../../src/version.ts';
import { mutants } from '../../test/check/mutants/mutants.ts';
import { escapeCell } from '../gap-tables.ts';
import { type Row, rows } from './rows.ts';

/** One sentence or row of the specification, with what decides about it and what shows it. */
export type Clause = Row & {
  /** The part of the specification, and a name in it: `4.2/rule 1`. */
  readonly id: string;
  /** The sentence, in few words. */
  readonly words: string;
  readonly tests: readonly (readonly [file: string, title: string])[];
};

const gapTests = 'test/simulator/service/gaps/gaps.test.ts';
const ruleTests = 'test/check/broken-servers.test.ts';
const races = 'test/check/races/races.test.ts';
/** The rules about simultaneous cancels, which a server of its own breaks in each test. */
const raceTests: Partial<Record<RuleId, string>> = {
  R35: 'finds a service that checks and then acts',
  R36: 'finds lists of two nodes of which one is late',
  R37: 'finds a gateway that sends each cancel twice',
};

/** Returns every sentence of the specification. Throws for a row without a sentence, and for a sentence without a row. */
export function clauses(): readonly Clause[] {
  const lines = readFileSync(new URL('test/specification/sentences.txt', packageRoot), 'utf8').trimEnd();
  const sentences = lines.split('\n').map((line) => line.split(' | '));
  const lost = Object.keys(rows).filter((id) => !sentences.some(([known]) => known === id));
  if (lost.length > 0) throw new Error(`the specification has no sentence ${lost.join(', ')}`);
  return sentences.map(([id = '', words = '']) => {
    const row = rows[id];
    if (row === undefined) throw new Error(`no row decides about ${id}: ${words}`);
    return { id, words, ...row, tests: testsOf(row) };
  });
}

function testsOf({ rules = [], gaps = [], tests = [] }: Row): Clause['tests'] {
  return [...tests, ...gaps.map((gap) => [gapTests, `${gap}=…`] as const), ...rules.map(testOf)];
}

function testOf(rule: RuleId): Clause['tests'][number] {
  const race = raceTests[rule];
  if (race !== undefined) return [races, race];
  return [ruleTests, `breaks only ${rule} at level …`];
}

/** The titles of the tests in which a check must find a server by this rule and by no other. */
export function brokenServers(rule: RuleId): readonly string[] {
  const its = mutants.filter((mutant) => mutant.rule === rule);
  return its.map(({ level, name }) => `breaks only ${rule} at level ${level} if ${name}`);
}

/** The tables of the page, one for each part of the specification. */
export function specificationTables(): string {
  const parts = Map.groupBy(clauses(), ({ id }) => id.replace(/\/.*/, ''));
  return [...parts].map(([part, all]) => table(part, all)).join('\n\n');
}

function table(part: string, all: readonly Clause[]): string {
  const head = ['| The specification | Decided by | Shown by |', '|---|---|---|'];
  const lines = all.map(
    (clause) => `| ${cells(clause).map(escapePlaceholders).map(escapeCell).join(' | ')} |`,
  );
  return [`## Part ${part}`, '', ...head, ...lines].join('\n');
}

function cells({ id, words, rules = [], gaps = [], behaviour, notTestable, tests }: Clause): string[] {
  const decided = [
    ...(rules.length === 0 ? [] : [`rules ${rules.map((rule) => `[${rule}](rules.md)`).join(', ')}`]),
    ...(gaps.length === 0 ? [] : [`gaps ${gaps.map((gap) => `[${gap}](gaps.md#${gap})`).join(', ')}`]),
    ...(behaviour === undefined ? [] : [behaviour]),
    ...(notTestable === undefined ? [] : [`*Not testable by a check:* ${notTestable}`]),
  ];
  const servers = rules.reduce((sum, rule) => sum + brokenServers(rule).length, 0);
  const files = [...new Set(tests.map(([file]) => file.replace(/^.*\//, '')))].map((name) => `\`${name}\``);
  const found = servers === 0 ? [] : [count(servers, 'broken server')];
  return [`<a id="${anchor(id)}"></a>${words}`, decided.join('<br>'), [...files, ...found].join(', ')];
}

/** The same as JSON: a line for each sentence, and one with the titles of the tests of each rule and gap. */
export function specificationJson(): string {
  const all = clauses();
  const used = [...new Set(all.flatMap(({ rules = [] }) => rules))].sort();
  const ofRules = used.map((rule) => ({ rule, brokenServers: brokenServers(rule) }));
  // `N` in the name of a choice is any number.
  const ofGaps = gaps.map(({ key, choices }) => ({
    gap: key,
    tests: Object.keys(choices).map((choice) => `${key}=${choice}`),
  }));
  const lists = { sentences: all, rules: ofRules, gaps: ofGaps };
  const texts = Object.entries(lists).map(([name, values]) => `"${name}": [\n${jsonLines(values)}\n]`);
  return `{${texts.join(', ')}}\n`;
}

function jsonLines(values: readonly object[]): string {
  return values.map((value) => JSON.stringify(value)).join(',\n');
}

function anchor(id: string): string {
  return id.replaceAll(/[^a-zA-Z0-9.-]/g, '-');
}

/** Markdown would read these as HTML. */
function escapePlaceholders(text: string): string {
  return text.replaceAll('<API_KEY>', '`<API_KEY>`');
}
