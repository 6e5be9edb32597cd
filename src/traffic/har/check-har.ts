import { machineClock } from '../../clock.ts';
import { type Criteria, type CriteriaOptions, readCriteria } from '../../contract/criteria.ts';
import { unavailableResponse } from '../../contract/exchange.ts';
import { type Contract, openContract } from '../../contract/open-contract.ts';
import type { Incomplete, Report } from '../../contract/report.ts';
import type { RuleId } from '../../contract/rules/rules.ts';
import { passive, Session } from '../../contract/session.ts';
import { count } from '../../report/amounts.ts';
import { createSecrets } from '../../secrets/secrets.ts';
import { createTrafficCounts } from '../traffic-counts.ts';
import { type HarReading, readHar } from './read-har.ts';

export type CheckHarOptions = CriteriaOptions & {
  /** The base address of the service; found in the recording by default. */
  readonly baseUrl?: string | undefined;
};

/**
 * Checks recorded traffic, a HAR 1.2 file, against the contract. Sends nothing. The report contains none of the recorded
 * keys. Throws a UserError (exit code 2) if the file cannot be read, is not a HAR file or has requests to several base
 * addresses, or if an option is invalid.
 *
 * @example
 * const report = await checkHar('traffic.har', { ignore: ['R19'] });
 * for (const { rule, expected, got } of report.findings) console.log(rule, expected, got);
 */
export async function checkHar(file: string, options: CheckHarOptions = {}): Promise<Report> {
  const { baseUrl } = options;
  const criteria = readCriteria(options);
  const reading = await readHar(file, baseUrl === undefined ? {} : { baseUrl });
  const contract = await openContract();
  return judgeHar(reading, { contract, criteria, now: machineClock.now() });
}

export type HarContext = {
  readonly contract: Contract;
  readonly criteria: Criteria;
  /** The time of the check, in milliseconds since 1970: a report of a recording without exchanges starts then. */
  readonly now: number;
};

const keyRules: readonly RuleId[] = ['R14', 'R15', 'R16', 'R17', 'R18'];

/**
 * Judges recorded traffic without sending anything: each exchange by itself, and beside the earlier ones of its order. The
 * report contains none of the recorded keys. A recording without an exchange of the contract is incomplete.
 */
export async function judgeHar(
  reading: HarReading,
  { contract, criteria, now }: HarContext,
): Promise<Report> {
  const session = new Session(contract, criteria);
  const { file, baseUrl, recorded, secrets } = reading;
  const counts = createTrafficCounts();
  for (const reason of [...reading.ignored, ...reading.withoutBody]) counts.add(reason);
  if (!reading.keysRecorded) counts.add('no-key', recorded.length);
  let showsBase = false;
  for (const one of recorded) {
    const { exchange } = one;
    const operation = session.addRecorded(one, '');
    if (operation !== undefined) session.addOperation(operation);
    if (exchange.outcome.kind === 'failed') counts.addPassed('no-response', exchange.outcome.message);
    else counts.addJudged(one);
    showsBase ||= exchange.outcome.kind === 'responded' && unavailableResponse(exchange) === undefined;
  }
  if (baseUrl !== undefined && showsBase) session.addBase(baseUrl);
  const where = baseUrl ?? 'an address that ends in /v1';
  const none = `${file} has no GET of /store/orders and no DELETE of an order below ${where}: record such requests, or pass the base address.`;
  const startedAt = recorded[0]?.exchange.startedAt ?? now;
  return session.report({
    target: file,
    ...passive,
    startedAt,
    endedAt: recorded.reduce((last, one) => Math.max(last, one.endedAt), startedAt),
    exchanges: recorded.map(({ exchange }) => exchange),
    incomplete: counts.incomplete({ none, where, again: 'record again' }) ?? withoutLists(reading),
    notes: counts.notes(),
    whyNotExercised: (rule) => whyNotExercised(rule, counts.judged, reading),
    secrets: createSecrets(secrets),
  });
}

function whyNotExercised(
  rule: RuleId,
  judged: number,
  { recorded, keysRecorded, withoutBody }: HarReading,
): string {
  if (recorded.length === 0) return 'the recording has no request of the contract';
  if (judged === 0) return 'the recording has no response';
  if (keyRules.includes(rule) && !keysRecorded)
    return 'the recording has no Authorization header; some exports leave it out';
  if (rule === 'R02') return 'a recording does not contain the framing of messages';
  const lack = withoutBody.length;
  const bodies = lack === 0 ? '' : `; ${count(lack, 'response')} have no complete body in it`;
  return `no recorded exchange exercises it${bodies}`;
}

/** A recording whose lists all lack their bodies passes no rule about orders. */
function withoutLists({ recorded }: HarReading): Incomplete | undefined {
  const lists = recorded.flatMap(({ exchange: { request, outcome } }) =>
    request.operationId === 'listOrders' && outcome.kind === 'responded' && outcome.response.status === 200
      ? [outcome.response]
      : [],
  );
  if (lists.length === 0 || lists.some(({ body }) => body !== undefined)) return undefined;
  return {
    kind: 'failed',
    message: `The recording has the whole body of none of ${count(lists.length, 'list')}, so that no rule about orders was tested: record again, with the content of responses.`,
  };
}
