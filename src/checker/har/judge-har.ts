import { version } from '../../shared/version.ts';
import { createResultCollector, type ResultCollector } from '../collect-results.ts';
import { resultsOf } from '../conclude.ts';
import { exitCodeOf } from '../exit-code.ts';
import type { GapObservation } from '../finding.ts';
import { headerGaps } from '../gaps/gap-choices.ts';
import type { Judge, Judgement } from '../judge/judgement.ts';
import type { Incomplete, Report } from '../report.ts';
import { redactReport } from '../reports/redact/redact-report.ts';
import type { Severity } from '../rules/rule.ts';
import { type RuleId, rules } from '../rules/rules.ts';
import type { Exchange } from '../wire/exchange.ts';
import { passiveReason } from './passive-reason.ts';
import type { HarReading, RecordedExchange } from './read-har.ts';
import { judgeCancels } from './recorded-cancels.ts';
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

/** Who looks at each exchange of a recording. */
export type Lookers = {
  readonly judge: Judge;
  readonly observe: (exchange: Exchange) => readonly GapObservation[];
};

/** Rules about headers, which a recording without headers cannot show. */
const headerRules: readonly RuleId[] = ['R05', 'R19', 'R20', 'R27', 'R28'];

/** Adds what one exchange shows by itself. */
async function judgeOne(
  one: RecordedExchange,
  { judge, observe }: Lookers,
  collector: ResultCollector,
): Promise<void> {
  const { exchange, headersKnown } = one;
  const judgement = await judge(exchange);
  collector.judged(exchange, asRecorded(judgement, headersKnown));
  for (const seen of observe(exchange))
    if (headersKnown || !headerGaps.some((gap) => gap === seen.gap)) collector.observed(seen);
  judgeKey(exchange, judgement.undocumentedStatus, collector);
}

/** A judgement less what a recording cannot show: that a message was framed well, and headers that it leaves out. */
function asRecorded(judgement: Judgement, headersKnown: boolean): Judgement {
  const shown = (rule: RuleId): boolean => headersKnown || !headerRules.includes(rule);
  const { findings, counts, exercised } = judgement;
  return {
    ...judgement,
    findings: findings.filter(({ rule }) => shown(rule)),
    counts: new Map([...counts].filter(([rule]) => shown(rule))),
    exercised: exercised.filter((rule) => shown(rule) && (rule !== 'R02' || counts.has(rule))),
  };
}

function judgeBase({ baseUrl, recorded }: HarReading, collector: ResultCollector): void {
  if (baseUrl === undefined || recorded.length === 0) return;
  const expected = 'a base address that ends in /v1';
  if (baseUrl.endsWith('/v1')) collector.kept('R01', undefined);
  else collector.broken({ rule: 'R01', exchange: undefined, expected, got: baseUrl });
}

function notesOf({ ignored, recorded, keysRecorded }: HarReading): readonly string[] {
  const unknown = recorded.filter(
    ({ exchange: { outcome } }) => outcome.kind === 'responded' && !outcome.response.body,
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

/**
 * Judges recorded traffic without sending anything: each exchange by itself, then what only several of them show. The
 * report holds none of the keys in the recording. A recording without an exchange of the contract is incomplete.
 */
export async function judgeHar(reading: HarReading, lookers: Lookers, options: HarOptions): Promise<Report> {
  const collector = createResultCollector();
  const { recorded } = reading;
  judgeBase(reading, collector);
  for (const one of recorded) await judgeOne(one, lookers, collector);
  judgeCancels(recorded, collector);
  for (const { id } of rules) collector.untested(id, passiveReason(id, reading));
  const { findings, gaps } = collector.results;
  const results = resultsOf(collector.results, options.ignore ?? []);
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
    findings,
    gaps,
    notes: notesOf(reading),
    exchanges: recorded.map(({ exchange }) => exchange),
    incomplete,
    exitCode: exitCodeOf(results, incomplete, options.failOn ?? 'violation'),
  };
  return redactReport(report, reading.secrets);
}
