import { unavailableResponse } from '../contract/exchange.ts';
import type { RecordedExchange } from '../contract/recorded.ts';
import type { Incomplete } from '../contract/report.ts';
import { count } from '../report/amounts.ts';

const sentences = {
  'other-host': 'to other hosts: not judged',
  other: 'of no operation of the contract: not judged',
  'no-response': 'without a response: not judged',
  'client-left': 'whose client left before the response: not judged',
  cached: 'with a response of a cache, or a 304 for one: not judged',
  overflow: 'beyond those that could be judged in time: not judged',
  long: 'with a response longer than the proxy keeps: not used for rules about bodies',
  missing: 'without a recorded body: not used for rules about bodies',
  cut: 'with a response that was cut short: not used for rules about bodies',
  'no-key': 'without an Authorization header, which some exports leave out: judged as sent with a key',
} as const;

/** Why a request is not judged, or only in part. */
export type Reason = keyof typeof sentences;

/** What a report says of traffic that shows too little. */
export type TrafficWords = {
  /** If there is no request of the contract. */
  readonly none: string;
  /** The base address. */
  readonly where: string;
  /** What to do: `record again`. */
  readonly again: string;
};

/** Counts recorded traffic, and says what of it could not be judged. */
export function createTrafficCounts() {
  const amounts = new Map<Reason, number>();
  const of = (reason: Reason): number => amounts.get(reason) ?? 0;
  let judged = 0;
  let unavailable = 0;
  let firstUnavailable = 0;
  let firstFailure: string | undefined;
  let period: { readonly startedAt: number; readonly endedAt: number } | undefined;
  const add = (reason: Reason, amount = 1): void => void amounts.set(reason, of(reason) + amount);
  return {
    add,
    /** @param failure why there is no response, without a secret; shown if there is none at all */
    addPassed(reason: Reason, failure: string | undefined): void {
      add(reason);
      firstFailure ??= failure;
    },
    /** Counts an exchange with a response. */
    addJudged({ exchange, endedAt }: RecordedExchange, lack?: Reason): void {
      judged += 1;
      if (lack !== undefined) add(lack);
      const refusal = unavailableResponse(exchange);
      if (refusal !== undefined && ++unavailable === 1) firstUnavailable = refusal.status;
      period = {
        startedAt: Math.min(exchange.startedAt, period?.startedAt ?? exchange.startedAt),
        endedAt: Math.max(endedAt, period?.endedAt ?? endedAt),
      };
    },
    get judged() {
      return judged;
    },
    /** The time of the judged exchanges, in milliseconds since 1970; undefined if there are none. */
    get period() {
      return period;
    },
    notes: (): readonly string[] =>
      Object.entries(sentences).flatMap(([reason, sentence]) => {
        const amount = of(reason as Reason);
        return amount === 0 ? [] : [`${count(amount, 'request')} ${sentence}`];
      }),
    /** Returns why the traffic shows less than it should, or undefined. */
    incomplete({ none, where, again }: TrafficWords): Incomplete | undefined {
      const [failed, missed] = [of('no-response'), of('overflow')];
      const sent = judged + failed + missed;
      if (judged === 0 && failed > 0) {
        const why = firstFailure ?? 'check the address.';
        return {
          kind: 'unreachable',
          message: `${where} responded to none of ${count(failed, 'request')}: ${why}`,
        };
      }
      if (missed > 0) {
        const message = `${missed} of ${count(sent, 'request')} came faster than they could be judged: send fewer at a time.`;
        return { kind: 'failed', message };
      }
      if (judged === 0) return { kind: 'other-service', message: none };
      if (unavailable === 0) return undefined;
      const message = `${unavailable} of ${count(judged, 'request')} got a ${firstUnavailable} or another response that says nothing about the contract: ${again} when the service is available.`;
      return { kind: unavailable === judged ? 'unavailable' : 'failed', message };
    },
  };
}
