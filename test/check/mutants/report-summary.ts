import type { Exchange } from '../../../src/contract/exchange.ts';
import type { Finding, Report, RuleResult } from '../../../src/contract/report.ts';
import { ruleOf } from '../../../src/contract/rules/rules.ts';

/** The rule and the place of a finding: `R08 /0/quantity`. */
export function placeOf({ rule, where }: Pick<Finding, 'rule' | 'where'>): string {
  return where === undefined ? rule : `${rule} ${where || 'root'}`;
}

/**
 * What a report says, in one line and without its sentences, as far as it differs from a usual report: `R08 /0/quantity
 * (GET 200)`, the rules that were not tested, the choices in gaps, and what was sent.
 */
export function summaryOf(report: Report, usual?: Report): string {
  const usually = usual === undefined ? undefined : factsOf(usual);
  const parts = Object.entries(factsOf(report)).flatMap(([name, facts]) => {
    const changed = difference(facts, usually?.[name as keyof typeof usually] ?? []);
    return changed.length === 0 ? [] : [`${name} ${changed.join(', ')}`.trim()];
  });
  return parts.join('; ') || 'as usual';
}

function difference(facts: readonly string[], usually: readonly string[]): readonly string[] {
  const topics = new Set(facts.map(topicOf));
  const gone = new Set(usually.map(topicOf).filter((topic) => !topics.has(topic)));
  return [
    ...facts.filter((one) => !usually.includes(one)),
    ...(gone.size === 0 ? [] : [`no ${[...gone].join(', no ')}`]),
  ];
}

/** The gap of an observation, the order of cancels; a single fact has no topic. */
const topicOf = (fact: string): string => /^([^= ]+)[= ]/.exec(fact)?.[1] ?? '';

function factsOf(report: Report) {
  const { exchanges, findings, rules, gaps, notes } = report;
  const request = (number: number | undefined): string => {
    const exchange = exchanges.find((one) => one.number === number);
    return exchange === undefined ? '' : ` (${inShort(exchange)})`;
  };
  const queries = exchanges.filter(({ request: { query } }) => query !== '').length;
  return {
    '': [...findings.map((one) => `${placeOf(one)}${request(one.exchange)}`), ...moreThanListed(report)],
    untested: ranges(rules.map((one) => (isUntested(one) ? one.rule : undefined))),
    seen: gaps.map(
      ({ gap, observed, allowed, exchange }) =>
        `${gap}=${observed}${allowed ? '' : ', not allowed'}${request(exchange)}`,
    ),
    notes: notes.length === 0 ? [] : [`${notes.length}`],
    queries: [`${queries}`],
    cancels: cancelsIn(report),
    exit: exitOf(report),
  };
}

/** A rule that the level of the check does not leave out. */
function isUntested(result: RuleResult): boolean {
  return result.kind === 'not-exercised' && !result.reason.startsWith('level ');
}

/** `R26-R29` for four rules in a row. */
function ranges(rules: readonly (string | undefined)[]): readonly string[] {
  return rules.flatMap((rule, at) => {
    if (rule === undefined || rules[at - 1] !== undefined) return [];
    const end = rules.findIndex((one, index) => index > at && one === undefined);
    const last = rules[(end === -1 ? rules.length : end) - 1];
    return [rule === last ? rule : `${rule}-${last}`];
  });
}

function moreThanListed({ rules, findings }: Report): readonly string[] {
  return rules.flatMap((result) => {
    const listed = findings.filter(({ rule }) => rule === result.rule).length;
    return result.kind === 'failed' && result.findings !== listed
      ? [`${result.rule} ×${result.findings}`]
      : [];
  });
}

/** The responses to the cancels of each order in turn; orders that were not named are `others`. */
function cancelsIn({ exchanges, orders }: Report): readonly string[] {
  const runs: { id: string; came: string; times: number }[] = [];
  for (const { request, outcome } of exchanges) {
    if (request.method !== 'DELETE') continue;
    const id = request.path.split('/').at(-1) ?? '';
    const name = orders.some((order) => String(order.id) === id) ? id : 'others';
    const came = cameIn(outcome);
    const last = runs.at(-1);
    if (last?.id === name && last.came === came) last.times += 1;
    else runs.push({ id: name, came, times: 1 });
  }
  const texts = runs.map(({ id, came, times }, at) => {
    const run = times === 1 ? came : `${came}×${times}`;
    return runs[at - 1]?.id === id ? ` ${run}` : `${at === 0 ? '' : '\n'}${id} ${run}`;
  });
  return texts.length === 0 ? [] : texts.join('').split('\n');
}

/** The exit code, where it does not follow from the broken rules. */
function exitOf({ findings, exitCode, incomplete }: Report): readonly string[] {
  const follows = findings.some(({ rule }) => ruleOf(rule).severity === 'violation') ? 1 : 0;
  if (incomplete === undefined && exitCode === follows) return [];
  return [`${exitCode} ${incomplete?.kind ?? ''}`];
}

function inShort({ request: { method, query, key }, outcome }: Exchange): string {
  const how = key.kind === 'valid' ? '' : ` ${key.kind === 'none' ? 'no key' : key.how}`;
  return `${method}${query === '' ? '' : '?'}${how} ${cameIn(outcome)}`;
}

function cameIn(outcome: Exchange['outcome']): string {
  return outcome.kind === 'responded' ? String(outcome.response.status) : outcome.reason;
}

/** The sentences of a report, each with the rule or the part of the report that it belongs to. */
export function sentencesOf({ findings, rules, notes, incomplete, exchanges }: Report): readonly string[] {
  const withoutRequests = (text: string): string =>
    text.replace(/request (\d+)/g, (all, number) => {
      const exchange = exchanges.find((one) => one.number === Number(number));
      return exchange === undefined ? all : `request (${inShort(exchange)})`;
    });
  return [
    ...findings.map(sentenceOf),
    ...rules.flatMap((one) =>
      one.kind === 'not-exercised' && isUntested(one) ? [`untested: ${one.reason}`] : [],
    ),
    ...notes.map((note) => `note: ${note}`),
    ...(incomplete === undefined ? [] : [`${incomplete.kind}: ${incomplete.message}`]),
  ].map(withoutRequests);
}

export function sentenceOf({ rule, expected, got }: Finding): string {
  return `${rule}: expected ${expected}, got ${got}`;
}

/** The first sentence of each kind: those that differ only in numbers, or in texts in quotes, are of one kind. */
export function oneOfEachKind(sentences: readonly string[]): readonly string[] {
  const kinds = new Map<string, string>();
  for (const sentence of sentences) {
    const kind = kindOf(sentence);
    if (!kinds.has(kind)) kinds.set(kind, sentence);
  }
  return [...kinds.values()].sort();
}

function kindOf(sentence: string): string {
  return sentence
    .replace(/( at byte| not tested:|[,:]? HTTP\/1\.1|[[{]).*/s, '$1')
    .replace(/`[^`]*`|"(?:[^"\\]|\\.)*"|\([A-Z]+\b[^)]*\)|(?:http:|\?)\S+/g, '"…"')
    .replace(/(?<=expected 401 )with(?:out)? [^,]+/, '…')
    .replace(/(?<!^R\d?)-?\d+(?:, \d+)*(?: and \d+ more)?/g, 'N');
}
