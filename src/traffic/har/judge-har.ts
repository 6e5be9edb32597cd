import { createResultCollector, type ResultCollector } from '../../contract/collect-results.ts';
import type { Criteria } from '../../contract/criteria.ts';
import { decide } from '../../contract/decide.ts';
import { hideInReport } from '../../contract/hide-in-report.ts';
import type { ReadOrderList } from '../../contract/judge/order-list.ts';
import { type JudgeRecorded, judgeBase, judgeRecorded } from '../../contract/recorded/judge-recorded.ts';
import { observeOther } from '../../contract/recorded/other-requests.ts';
import type { RecordedExchange } from '../../contract/recorded/recorded-exchange.ts';
import { createRecordedGaps } from '../../contract/recorded/recorded-gaps.ts';
import { cancelOf, createCancelHistory } from '../../contract/recorded/recorded-rules.ts';
import type { Incomplete, Report } from '../../contract/report.ts';
import { type RuleId, rules } from '../../contract/rules/rules.ts';
import { unavailableResponse } from '../../contract/unavailable.ts';
import { count } from '../../report/amounts.ts';
import { createSecrets } from '../../secrets/secrets.ts';
import { version } from '../../version.ts';
import type { HarReading } from './read-har.ts';

/** What judges a recording, and how. */
export type HarContext = JudgeRecorded & {
  readonly readList: ReadOrderList;
  /** What decides the exit code. */
  readonly criteria: Criteria;
  /** The time of the check, in milliseconds since 1970: a report of a recording without exchanges starts then. */
  readonly now: number;
};

const keyRules: readonly RuleId[] = ['R14', 'R15', 'R16', 'R17', 'R18'];

const neverExercised: Partial<Readonly<Record<RuleId, string>>> = {
  R02: 'a recording does not contain the framing of messages',
  R13: 'a recording does not compare lists with and without a query',
  R25: 'a recording does not show that an order does not exist',
  R26: 'a recording does not show that an order is pending',
  R30: 'a recording does not show that an order has shipped',
  R32: 'a recording does not show the list at the time of a cancel',
  R33: 'a recording does not show what others did at the time of a cancel',
  R34: 'a recording does not show that an order is pending',
};

function hasResponse({ exchange }: RecordedExchange): boolean {
  return exchange.outcome.kind === 'responded';
}

function isJudged({ exchange }: RecordedExchange): boolean {
  return exchange.outcome.kind === 'responded' && unavailableResponse(exchange) === undefined;
}

/** Returns why no exchange of a recording exercised a rule. */
function whyNotExercised(rule: RuleId, { recorded, keysRecorded }: HarReading): string {
  if (recorded.length === 0) return 'the recording has no request of the contract';
  if (!recorded.some(hasResponse)) return 'the recording has no response';
  if (keyRules.includes(rule) && !keysRecorded)
    return 'the recording has no Authorization header; some exports leave it out';
  return neverExercised[rule] ?? 'no recorded exchange exercises it';
}

function notesOf({ ignored, recorded, keysRecorded }: HarReading): readonly string[] {
  const withoutBody = recorded.filter(
    ({ exchange: { outcome } }) => outcome.kind === 'responded' && !outcome.response.body,
  );
  const counted: readonly (readonly [number, string])[] = [
    [ignored.otherHosts, 'to other hosts: ignored'],
    [ignored.otherRequests, 'to the same host, but not operations of the contract: not judged'],
    [ignored.fromCache, 'served by a cache: ignored'],
    [recorded.filter((one) => !hasResponse(one)).length, 'without a response: not judged'],
    [withoutBody.length, 'without a recorded body: not used for rules about bodies'],
    [
      keysRecorded ? 0 : recorded.length,
      'without an Authorization header, which some exports leave out: judged as sent with a key',
    ],
  ];
  return counted.flatMap(([amount, what]) => (amount === 0 ? [] : [`${count(amount, 'request')} ${what}`]));
}

function incompleteOf({ file, baseUrl, recorded }: HarReading): Incomplete | undefined {
  const where = baseUrl === undefined ? 'an address that ends in /v1' : baseUrl;
  if (recorded.length === 0)
    return {
      kind: 'other-service',
      message: `${file} has no GET of /store/orders and no DELETE of an order below ${where}: record such requests, or pass the base address.`,
    };
  const total = count(recorded.length, 'request');
  const failed = recorded.flatMap(({ exchange: { outcome } }) =>
    outcome.kind === 'failed' ? [outcome] : [],
  );
  if (failed.length === recorded.length)
    return {
      kind: 'unreachable',
      message: `No response was recorded for the ${total} to ${where} (${failed[0]?.message}): record again when the service responds.`,
    };
  const unavailable = recorded.flatMap(({ exchange }) => unavailableResponse(exchange) ?? []);
  const [first] = unavailable;
  if (first === undefined) return undefined;
  const all = failed.length + unavailable.length === recorded.length;
  return {
    kind: all ? 'unavailable' : 'failed',
    message: `${unavailable.length} of ${total} got a ${first.status} or another response that says nothing about the contract: record again when the service is available.`,
  };
}

/** Judges what the cancels of each order show, order by order. */
function judgeCancels(recorded: readonly RecordedExchange[], collector: ResultCollector): void {
  const history = createCancelHistory(collector);
  const cancels = recorded.flatMap((one) => cancelOf(one) ?? []);
  for (const ofOrder of Map.groupBy(cancels, ({ path }) => path).values())
    for (const cancel of ofOrder) history.add(cancel);
}

/**
 * Judges recorded traffic without sending anything: first each exchange by itself, then the cancels of each order. The
 * report contains none of the recorded keys. A recording without an exchange of the contract is incomplete.
 */
export async function judgeHar(reading: HarReading, context: HarContext): Promise<Report> {
  const collector = createResultCollector(context.criteria.skip);
  const { file, baseUrl, recorded, secrets } = reading;
  if (baseUrl !== undefined && recorded.some(isJudged)) judgeBase(baseUrl, collector);
  const gaps = createRecordedGaps(context.readList);
  for (const one of recorded) {
    await judgeRecorded(one, context, collector);
    gaps.add(one, baseUrl ?? '', collector);
  }
  judgeCancels(recorded, collector);
  for (const seen of reading.others.flatMap(observeOther)) collector.observed(seen);
  for (const { id } of rules)
    if (!collector.results.exercised.has(id)) collector.untested(id, whyNotExercised(id, reading));
  const { results } = collector;
  const { criteria, now } = context;
  const verdict = decide({ results, criteria, orders: [], incomplete: incompleteOf(reading), now });
  const startedAt = recorded[0]?.exchange.startedAt ?? now;
  const endedAt = recorded.reduce((last, one) => Math.max(last, one.endedAt), startedAt);
  const report: Report = {
    tool: { name: 'store-orders-sim', version },
    target: file,
    level: 'passive',
    headers: [],
    startedAt: new Date(startedAt).toISOString(),
    durationMs: endedAt - startedAt,
    gaps: results.gaps,
    orders: [],
    exchanges: recorded.map(({ exchange }) => exchange),
    ...verdict,
    notes: [...notesOf(reading), ...verdict.notes],
  };
  return hideInReport(report, createSecrets(secrets));
}
