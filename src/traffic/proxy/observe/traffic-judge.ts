import type { ResultCollector } from '../../../contract/collect-results.ts';
import { observeGaps } from '../../../contract/gaps/observe-gaps.ts';
import { openContract } from '../../../contract/judge/contract.ts';
import { surveyList, surveyOnce } from '../../../contract/judge/list-survey.ts';
import { orderListReader } from '../../../contract/judge/order-list.ts';
import { judgeRecorded } from '../../../contract/recorded/judge-recorded.ts';
import type { RecordedExchange } from '../../../contract/recorded/recorded-exchange.ts';
import { createRecordedGaps } from '../../../contract/recorded/recorded-gaps.ts';
import type { Secrets } from '../../../secrets/secrets.ts';
import type { ProxiedExchange } from '../proxied-exchange.ts';
import type { PlacedRequest } from './place-request.ts';
import { readExchange } from './read-exchange.ts';
import { redactingCollector } from './redacting-collector.ts';
import { secretsOfRequest } from './request-secrets.ts';
import { createSecretStore } from './secret-store.ts';

/** An exchange that was judged. Its response still has the secrets that `secrets` hides. */
export type JudgedExchange = {
  readonly recorded: RecordedExchange;
  readonly secrets: Secrets;
  /** Whether it showed something new by itself. */
  readonly isFresh: boolean;
};

/** Judges forwarded exchanges, each by itself. */
export type TrafficJudge = {
  judge(exchange: ProxiedExchange, placed: PlacedRequest): Promise<JudgedExchange>;
  /** Forgets the orders, because the upstream was reset. */
  forgetOrders(): void;
  /** The credentials of the requests, which no report may contain. */
  readonly credentials: Secrets;
};

/** Opens the contract, which takes some 100 ms, and creates a judge. It judges one exchange at a time. */
export async function createTrafficJudge(collector: ResultCollector): Promise<TrafficJudge> {
  const store = createSecretStore();
  const survey = surveyOnce(surveyList);
  const known = new Map<string, string>();
  const gaps = createRecordedGaps(orderListReader(survey));
  let secrets = store.credentials;
  const hide: Secrets['hide'] = (...given) => secrets.hide(...given);
  const { judge } = await openContract(undefined, { hide, survey });
  const judging = {
    judge,
    observe: (exchange: Parameters<typeof judge>[0]) => observeGaps(exchange, survey),
  };
  return {
    async judge(exchange, placed) {
      const own = store.add(secretsOfRequest(exchange.request));
      secrets = own;
      const recorded = await readExchange(exchange, placed);
      const redacting = redactingCollector(collector, own, known);
      await judgeRecorded(recorded, judging, redacting);
      gaps.add(recorded, placed.basePath, redacting);
      return { recorded, secrets: own, isFresh: redacting.isFresh };
    },
    forgetOrders: gaps.clear,
    get credentials() {
      return store.credentials;
    },
  };
}
