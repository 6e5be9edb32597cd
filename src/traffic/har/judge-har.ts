import type { Criteria } from '../../contract/criteria.ts';
import type { Contract } from '../../contract/open-contract.ts';
import type { RecordedExchange } from '../../contract/recorded-exchange.ts';
import type { Incomplete, Report } from '../../contract/report.ts';
import { type RuleId, whyNeverExercised } from '../../contract/rules/rules.ts';
import { passive, Session } from '../../contract/session.ts';
import { unavailableResponse } from '../../contract/unavailable.ts';
import { count } from '../../report/amounts.ts';
import { createSecrets } from '../../secrets/secrets.ts';
import type { HarReading } from './read-har.ts';

export type HarContext = {
  readonly contract: Contract;
  readonly criteria: Criteria;
  /** The time of the check, in milliseconds since 1970: a report of a recording without exchanges starts then. */
  readonly now: number;
};

const keyRules: readonly RuleId[] = ['R14', 'R15', 'R16', 'R17', 'R18'];

function hasResponse({ exchange }: RecordedExchange): boolean {
  return exchange.outcome.kind === 'responded';
}

function isJudged({ exchange }: RecordedExchange): boolean {
  return exchange.outcome.kind === 'responded' && unavailableResponse(exchange) === undefined;
}

function whyNotExercised(rule: RuleId, { recorded, keysRecorded, withoutBody }: HarReading): string {
  if (recorded.length === 0) return 'the recording has no request of the contract';
  if (!recorded.some(hasResponse)) return 'the recording has no response';
  if (keyRules.includes(rule) && !keysRecorded)
    return 'the recording has no Authorization header; some exports leave it out';
  if (rule === 'R02') return 'a recording does not contain the framing of messages';
  const { cut, missing } = withoutBody;
  const bodies =
    cut + missing === 0 ? '' : `; ${count(cut + missing, 'response')} have no complete body in it`;
  return whyNeverExercised(rule, 'a recording') ?? `no recorded exchange exercises it${bodies}`;
}

function notesOf({ ignored, recorded, keysRecorded, withoutBody }: HarReading): readonly string[] {
  const counted: readonly (readonly [number, string])[] = [
    [ignored.otherHosts, 'to other hosts: ignored'],
    [ignored.otherRequests, 'to the same host, but not operations of the contract: not judged'],
    [ignored.fromCache, 'served by a cache: ignored'],
    [recorded.filter((one) => !hasResponse(one)).length, 'without a response: not judged'],
    [withoutBody.missing, 'without a recorded body: not used for rules about bodies'],
    [withoutBody.cut, 'whose body the recorder cut: not used for rules about bodies'],
    [
      keysRecorded ? 0 : recorded.length,
      'without an Authorization header, which some exports leave out: judged as sent with a key',
    ],
  ];
  return counted.flatMap(([amount, what]) => (amount === 0 ? [] : [`${count(amount, 'request')} ${what}`]));
}

function incompleteOf(reading: HarReading): Incomplete | undefined {
  const { file, baseUrl, recorded } = reading;
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
  if (first === undefined) return withoutLists(reading);
  const all = failed.length + unavailable.length === recorded.length;
  return {
    kind: all ? 'unavailable' : 'failed',
    message: `${unavailable.length} of ${total} got a ${first.status} or another response that says nothing about the contract: record again when the service is available.`,
  };
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

/**
 * Judges recorded traffic without sending anything: first each exchange by itself, then the operations on each order. The
 * report contains none of the recorded keys. A recording without an exchange of the contract is incomplete.
 */
export async function judgeHar(
  reading: HarReading,
  { contract, criteria, now }: HarContext,
): Promise<Report> {
  const session = new Session(contract, criteria);
  const { file, baseUrl, recorded, secrets } = reading;
  if (baseUrl !== undefined && recorded.some(isJudged)) session.addBase(baseUrl);
  for (const one of recorded) {
    const operation = await session.addRecorded(one, '');
    if (operation !== undefined) session.addOperation(operation);
  }
  const startedAt = recorded[0]?.exchange.startedAt ?? now;
  return session.report({
    target: file,
    ...passive,
    startedAt,
    endedAt: recorded.reduce((last, one) => Math.max(last, one.endedAt), startedAt),
    exchanges: recorded.map(({ exchange }) => exchange),
    incomplete: incompleteOf(reading),
    notes: notesOf(reading),
    whyNotExercised: (rule) => whyNotExercised(rule, reading),
    secrets: createSecrets(secrets),
  });
}
