import { createHideKey, type HideKey } from '../../../contract/api-key.ts';
import type { ResultCollector } from '../../../contract/collect-results.ts';
import { observeGaps } from '../../../contract/gaps/observe-gaps.ts';
import { openContract } from '../../../contract/judge/contract.ts';
import { surveyList, surveyOnce } from '../../../contract/judge/list-survey.ts';
import { orderListReader } from '../../../contract/judge/order-list.ts';
import { judgeRecorded } from '../../../contract/recorded/judge-recorded.ts';
import type { RecordedExchange } from '../../../contract/recorded/recorded-exchange.ts';
import { createRecordedGaps } from '../../../contract/recorded/recorded-gaps.ts';
import type { Redaction } from '../../../report/redaction.ts';
import type { ProxiedExchange } from '../proxied-exchange.ts';
import type { PlacedRequest } from './place-request.ts';
import { readExchange } from './read-exchange.ts';
import { redactingCollector } from './redacting-collector.ts';
import { type RequestSecrets, secretsOfRequest } from './request-secrets.ts';
import { createSecretStore } from './secret-store.ts';

/** An exchange that was judged. Its response still has the secrets that `redaction` removes. */
export type JudgedExchange = {
  readonly recorded: RecordedExchange;
  readonly redaction: Redaction;
  /** Whether it showed something new by itself. */
  readonly isFresh: boolean;
};

/** Judges forwarded exchanges, each by itself. */
export type TrafficJudge = {
  judge(exchange: ProxiedExchange, placed: PlacedRequest): Promise<JudgedExchange>;
  /** Forgets the orders, because the upstream was reset. */
  forgetOrders(): void;
  /** The credentials of the requests, which no report may contain. */
  readonly credentials: readonly string[];
};

/** Opens the contract, which takes some 100 ms, and creates a judge. It judges one exchange at a time. */
export async function createTrafficJudge(collector: ResultCollector): Promise<TrafficJudge> {
  const secrets = createSecretStore();
  const survey = surveyOnce(surveyList);
  const known = new Map<string, string>();
  const gaps = createRecordedGaps(orderListReader(survey));
  let hide: HideKey = (text) => text;
  const { judge } = await openContract(undefined, { hide: (text) => hide(text), survey });
  const judging = {
    judge,
    observe: (exchange: Parameters<typeof judge>[0]) => observeGaps(exchange, survey),
  };
  return {
    async judge(exchange, placed) {
      const own = secretsOfRequest(exchange.request);
      const redaction = secrets.add(own);
      hide = hideLater(own);
      const recorded = await readExchange(exchange, placed);
      const redacting = redactingCollector(collector, redaction, known);
      await judgeRecorded(recorded, judging, redacting);
      gaps.add(recorded, placed.basePath, redacting);
      return { recorded, redaction, isFresh: redacting.isFresh };
    },
    forgetOrders: gaps.clear,
    get credentials() {
      return secrets.credentials;
    },
  };
}

/** Findings show parts of a body: the secrets are hidden before it is cut. Few exchanges have a finding. */
function hideLater({ credentials, possible }: RequestSecrets): HideKey {
  let hide: HideKey | undefined;
  return (text) => {
    hide ??= createHideKey(...credentials, ...possible);
    return hide(text);
  };
}
