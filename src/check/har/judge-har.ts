import type { ExitCode } from '../../user-error.ts';
import { version } from '../../version.ts';
import { redactReport } from '../redact/redact-report.ts';
import type { Incomplete, Report, RuleResult } from '../report.ts';
import type { Severity } from '../rules/rule.ts';
import { type RuleId, rules } from '../rules/rules.ts';
import { passiveReason } from './passive-reason.ts';
import type { HarReading, RecordedExchange } from './read-har.ts';
import { judgeCancels } from './recorded-cancels.ts';
import { Collection, type Judge, type RecordedJudgement } from './recorded-judgement.ts';
import { judgeKey } from './recorded-keys.ts';

/** How a recording is judged. */
export type HarOptions = {
  /** Rules whose findings do not count. */
  readonly ignore?: readonly RuleId[];
  /** From which weight on a finding makes the exit code 1; violation where left out. */
  readonly failOn?: Severity;
  /** Milliseconds since 1970: when a report begins that has no exchange. */
  readonly now: number;
};

/** Rules about headers, which a recording without headers cannot show. */
const headerRules: readonly RuleId[] = ['R05', 'R19', 'R20', 'R27', 'R28'];

/** Adds what one exchange shows by itself. */
async function judgeOne(one: RecordedExchange, judge: Judge, collection: Collection): Promise<void> {
  const judgement = await judge(one.exchange);
  const shown = (rule: RuleId) => one.headersKnown || !headerRules.includes(rule);
  const broken = (rule: RuleId) => judgement.counts.has(rule);
  for (const rule of judgement.exercised)
    if (shown(rule) && (rule !== 'R02' || broken(rule))) collection.exercise(rule);
  for (const [rule, times] of judgement.counts) if (shown(rule)) collection.count(rule, times);
  for (const finding of judgement.findings) if (shown(finding.rule)) collection.keep(finding);
  judgeKey(one.exchange, judgement.undocumentedStatus, collection);
}

function judgeBase({ baseUrl, recorded }: HarReading, collection: Collection): void {
  if (baseUrl === undefined || recorded.length === 0) return;
  collection.exercise('R01');
  if (baseUrl.endsWith('/v1')) return;
  collection.break({
    rule: 'R01',
    exchange: undefined,
    expected: 'a base address that ends in /v1',
    got: baseUrl,
  });
}

function resultsOf(
  reading: HarReading,
  judged: RecordedJudgement,
  ignore: readonly RuleId[],
): readonly RuleResult[] {
  return rules.map(({ id: rule }): RuleResult => {
    const findings = judged.counts.get(rule) ?? 0;
    if (findings > 0) return { rule, kind: 'failed', findings, ignored: ignore.includes(rule) };
    const exchanges = judged.exercised.get(rule) ?? 0;
    return exchanges > 0
      ? { rule, kind: 'passed', exchanges }
      : { rule, kind: 'not-exercised', reason: passiveReason(rule, reading) };
  });
}

function notesOf({ ignored, recorded, keysRecorded }: HarReading): readonly string[] {
  const unknown = recorded.filter(
    ({ exchange: { outcome } }) => outcome.kind === 'answered' && !outcome.answer.body,
  );
  const counted: readonly (readonly [number, string])[] = [
    [ignored.otherHosts, 'to other hosts: ignored'],
    [ignored.otherRequests, 'to the same host that are no operation of the contract: ignored'],
    [ignored.fromCache, 'answered by a cache: ignored'],
    [unknown.length, 'without a recorded body: no rule about bodies was exercised by them'],
    [
      keysRecorded ? 0 : recorded.length,
      'without an Authorization header, as exports leave it out: taken for sent with a key',
    ],
  ];
  return counted.flatMap(([amount, what]) =>
    amount === 0 ? [] : [`${amount} request${amount === 1 ? '' : 's'} ${what}`],
  );
}

function incompleteOf({ file, baseUrl, recorded }: HarReading): Incomplete | undefined {
  if (recorded.length > 0) return undefined;
  const where = baseUrl === undefined ? 'an address that ends in /v1' : baseUrl;
  const message = `${file} has no GET of /store/orders and no DELETE of an order below ${where}: record such requests, or name the base address.`;
  return { kind: 'other-service', message };
}

function exitCodeOf(
  results: readonly RuleResult[],
  incomplete: Incomplete | undefined,
  failOn: Severity,
): ExitCode {
  const weight = new Map(rules.map(({ id, severity }) => [id, severity]));
  const fails = results.some(
    (result) =>
      result.kind === 'failed' &&
      !result.ignored &&
      (failOn === 'notice' || weight.get(result.rule) === 'violation'),
  );
  if (fails) return 1;
  return incomplete === undefined ? 0 : 3;
}

/**
 * Judges recorded traffic without sending anything: each exchange by `judge`, then what only several of them show. The
 * report holds none of the keys in the recording. A recording without an exchange of the contract is incomplete.
 */
export async function judgeHar(reading: HarReading, judge: Judge, options: HarOptions): Promise<Report> {
  const collection = new Collection();
  const { recorded } = reading;
  judgeBase(reading, collection);
  for (const one of recorded) await judgeOne(one, judge, collection);
  judgeCancels(recorded, collection);
  const results = resultsOf(reading, collection, options.ignore ?? []);
  const incomplete = incompleteOf(reading);
  const begun = recorded[0]?.exchange.startedAt ?? options.now;
  const ended = recorded.reduce((last, { endedAt }) => Math.max(last, endedAt), begun);
  const report: Report = {
    tool: { name: 'store-orders-sim', version },
    target: reading.file,
    level: 'passive',
    startedAt: new Date(begun).toISOString(),
    durationMs: ended - begun,
    rules: results,
    findings: collection.findings,
    gaps: collection.gaps,
    notes: notesOf(reading),
    exchanges: recorded.map(({ exchange }) => exchange),
    incomplete,
    exitCode: exitCodeOf(results, incomplete, options.failOn ?? 'violation'),
  };
  return redactReport(report, reading.secrets);
}
