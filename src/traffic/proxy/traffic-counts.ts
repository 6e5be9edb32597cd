import type { RecordedExchange } from '../../contract/recorded-exchange.ts';
import type { Incomplete } from '../../contract/report.ts';
import { type RuleId, whyNeverExercised } from '../../contract/rules/rules.ts';
import { unavailableResponse } from '../../contract/unavailable.ts';
import { count } from '../../report/amounts.ts';
import type { NotJudged } from './place-request.ts';
import type { ForwardedOutcome } from './proxied-exchange.ts';

const sentences: Readonly<Record<NotJudged, string>> = {
  other: 'of no operation of the contract: forwarded, not judged',
  'upstream-failed': 'without a response of the upstream, which got the 502 or 504 of the proxy: not judged',
  'client-left': 'whose client left before the response: not judged',
  conditional: 'with a condition and a 304: not judged',
  overflow: 'beyond those that could be judged in time: not judged',
};

/** Counts what was forwarded, and says what could not be judged. */
export function createTrafficCounts() {
  const notJudged = new Map<NotJudged, number>();
  const of = (why: NotJudged): number => notJudged.get(why) ?? 0;
  let judged = 0;
  let long = 0;
  let cut = 0;
  let unavailable = 0;
  let firstUnavailable = 0;
  let firstFailure: string | undefined;
  let period: { readonly startedAt: number; readonly endedAt: number } | undefined;
  return {
    addJudged({ exchange, endedAt }: RecordedExchange, outcome: ForwardedOutcome): void {
      judged += 1;
      const response = outcome.kind === 'responded' ? outcome.response : undefined;
      if (response?.complete === false) cut += 1;
      else if (response?.isLong === true) long += 1;
      const refusal = unavailableResponse(exchange);
      if (refusal !== undefined && ++unavailable === 1) firstUnavailable = refusal.status;
      period = {
        startedAt: Math.min(exchange.startedAt, period?.startedAt ?? exchange.startedAt),
        endedAt: Math.max(endedAt, period?.endedAt ?? endedAt),
      };
    },
    addNotJudged(why: NotJudged, outcome: ForwardedOutcome): void {
      notJudged.set(why, of(why) + 1);
      if (outcome.kind === 'upstream-failed' && !outcome.connected) firstFailure ??= outcome.reason;
    },
    get judged() {
      return judged;
    },
    /** The time of the judged exchanges, in milliseconds since 1970; undefined if there are none. */
    get period() {
      return period;
    },
    notes(): readonly string[] {
      const rows: (readonly [number, string])[] = Object.entries(sentences).map(([why, sentence]) => [
        of(why as NotJudged),
        sentence,
      ]);
      rows.push([long, 'with a response longer than the proxy keeps: not used for rules about bodies']);
      rows.push([cut, 'with a response that was cut short: not used for rules about bodies']);
      return rows.flatMap(([amount, what]) => (amount === 0 ? [] : [`${count(amount, 'request')} ${what}`]));
    },
    /** Returns why the traffic shows less than it should, or undefined. */
    incomplete(baseUrl: string): Incomplete | undefined {
      const failed = of('upstream-failed');
      const sent = judged + failed + of('client-left') + of('overflow');
      if (sent === 0) return noTraffic(baseUrl);
      if (judged === 0 && failed > 0) return noResponse(baseUrl, failed, firstFailure);
      if (of('overflow') > 0) return tooFast(of('overflow'), sent);
      if (judged === 0) return noTraffic(baseUrl);
      if (unavailable === 0) return undefined;
      return {
        kind: unavailable === judged ? 'unavailable' : 'failed',
        message: `${unavailable} of ${count(judged, 'request')} got a ${firstUnavailable} or another response that says nothing about the contract: run the tests again when the service is available.`,
      };
    },
  };
}

function noTraffic(baseUrl: string): Incomplete {
  return {
    kind: 'other-service',
    message: `The proxy forwarded no GET of /store/orders and no DELETE of an order below ${baseUrl} that can be judged: send the requests of your tests to the proxy.`,
  };
}

function noResponse(baseUrl: string, failed: number, why = 'check the address of the upstream.'): Incomplete {
  return {
    kind: 'unreachable',
    message: `${baseUrl} responded to none of ${count(failed, 'request')}: ${why}`,
  };
}

function tooFast(missed: number, sent: number): Incomplete {
  return {
    kind: 'failed',
    message: `${missed} of ${count(sent, 'request')} came faster than they could be judged: send fewer at a time.`,
  };
}

export function whyNotExercised(rule: RuleId, judged: number): string {
  if (judged === 0) return 'no request of the contract was judged';
  return whyNeverExercised(rule, 'traffic') ?? 'no request of the traffic exercises it';
}
