import type { Criteria } from '../../contract/criteria.ts';
import type { Exchange, ReceivedResponse } from '../../contract/exchange.ts';
import { hideInResponse } from '../../contract/hide-in-report.ts';
import { openContract } from '../../contract/open-contract.ts';
import type { Report, ReportedFinding } from '../../contract/report.ts';
import { passive, Session } from '../../contract/session.ts';
import { ownBytes } from '../../http/body.ts';
import { secretsOf } from '../../secrets/of-request.ts';
import { createSecrets, redacted, type Secrets } from '../../secrets/secrets.ts';
import { createTrafficCounts, type Reason, type TrafficWords } from '../traffic-counts.ts';
import { placeRequest } from './place-request.ts';
import type { ForwardedOutcome, ForwardedRequest, ProxiedExchange } from './proxied-exchange.ts';
import { readExchange } from './read-exchange.ts';

export type ObserverOptions = {
  /** The base address of the upstream without credentials, as the report names it. */
  readonly baseUrl: string;
  /** Its path, without a slash at the end. */
  readonly upstreamPath: string;
  readonly criteria: Criteria;
  /** When the proxy started, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Called once, with the first findings that make the exit code 1. */
  readonly onBroken?: ((findings: readonly ReportedFinding[]) => void) | undefined;
};

const maxDistinct = 10_000;
const maxOrders = 100_000;
const full = `More than ${maxOrders} orders were cancelled: R29, R31, R35 and R36 compare the cancels of the first ones`;

export type Observer = Awaited<ReturnType<typeof createObserver>>;

/** Creates what judges the traffic of a proxy, exchange by exchange, in bounded memory. Opens the contract, which takes some 100 ms. */
export async function createObserver({
  baseUrl,
  upstreamPath,
  criteria,
  startedAt,
  onBroken,
}: ObserverOptions) {
  let secrets = createSecrets([]);
  const contract = await openContract((...given) => secrets.hide(...given));
  const session = new Session(contract, criteria, maxDistinct, maxOrders);
  const recentSecrets = createRecentSecrets();
  const counts = createTrafficCounts();
  const kept = createKeptExchanges();
  const bases = new Set<string>();
  let saidBroken = false;
  const words = wordsOf(baseUrl);

  const addBase = (basePath: string): void => {
    if (bases.size >= maxDistinct || bases.has(basePath)) return;
    bases.add(basePath);
    session.addBase(upstreamPath === '' ? baseUrl + basePath : baseUrl);
  };
  const sayBroken = (): void => {
    if (saidBroken || onBroken === undefined) return;
    const findings = session.whatBreaks({ incomplete: counts.incomplete(words) });
    saidBroken = findings.length > 0;
    if (saidBroken) onBroken(findings);
  };
  return {
    /** Judges an exchange of the contract. Call it again only when it has resolved. */
    async judge(exchange: ProxiedExchange): Promise<void> {
      const placed = placeRequest(exchange.request, upstreamPath);
      if (placed === undefined) return;
      const { basePath } = placed;
      secrets = recentSecrets.add(exchange.request);
      const recorded = await readExchange(exchange, placed);
      const before = session.collector.news;
      const operation = session.addRecorded(recorded, basePath, secrets.hide);
      // Orders whose ids are hidden cannot be told apart.
      const isHidden = operation?.kind === 'cancel' && operation.order.endsWith(redacted);
      if (operation !== undefined && !isHidden) session.addOperation(operation);
      counts.addJudged(recorded, exchange.outcome.kind === 'responded' ? exchange.outcome.lack : undefined);
      addBase(basePath);
      if (session.collector.news === before) return;
      kept.add(hideInResponse(shortenExchange(recorded.exchange), secrets));
      sayBroken();
    },
    /** Counts an exchange that is not judged. */
    pass: ({ outcome }: ProxiedExchange, why: Reason): void => counts.addPassed(why, failureOf(outcome)),
    forgetOrders: () => session.forgetOrders(),
    /** Returns the report of what was judged so far. It contains no secret of a request. */
    report(): Report {
      const { startedAt: first = startedAt, endedAt: last = startedAt } = counts.period ?? {};
      return session.report({
        target: baseUrl,
        ...passive,
        startedAt: first,
        endedAt: last,
        exchanges: kept.list(),
        exchangesJudged: counts.judged,
        incomplete: counts.incomplete(words),
        notes: [...counts.notes(), ...(session.isFull ? [full] : [])],
        whyNotExercised: () => 'no request of the traffic exercises it',
        secrets: recentSecrets.all(),
      });
    },
  };
}

function wordsOf(baseUrl: string): TrafficWords {
  return {
    none: `The proxy forwarded no GET of /store/orders and no DELETE of an order below ${baseUrl} that can be judged: send the requests of your tests to the proxy.`,
    where: baseUrl,
    again: 'run the tests again',
  };
}

/** Returns why there is no response. The beginning of one that is not HTTP may repeat a secret. */
function failureOf(outcome: ForwardedOutcome): string | undefined {
  return outcome.kind === 'upstream-failed' && outcome.reason !== 'not-http' ? outcome.message : undefined;
}

const maxExchanges = 1000;
/** How much of a body is kept. A report shows half of it. */
const maxBodyBytes = 8192;

/** Keeps a bounded number of the exchanges that a finding or an observation names. */
function createKeptExchanges() {
  const kept = new Map<number, Exchange>();
  return {
    /** Keeps an exchange that is redacted. */
    add(exchange: Exchange): void {
      if (kept.size < maxExchanges) kept.set(exchange.number, exchange);
    },
    /** In the order of their numbers. */
    list: (): readonly Exchange[] => [...kept.values()].sort((one, other) => one.number - other.number),
  };
}

/** Shortens the body of an exchange that was judged. Its length stays known. */
function shortenExchange(exchange: Exchange): Exchange {
  const { outcome } = exchange;
  if (outcome.kind === 'failed') return exchange;
  const { response } = outcome;
  const body = response.body && ownBytes(response.body, maxBodyBytes);
  const shortened: ReceivedResponse = {
    ...response,
    body,
    content: body ?? Buffer.alloc(0),
    ...(response.body !== undefined && { bodyBytes: response.body.length }),
  };
  return { ...exchange, outcome: { kind: 'responded', response: shortened } };
}

/** A response may repeat the credential of an earlier request: those of so many exchanges are hidden. */
const mostExchanges = 21;
/** A shorter text is most likely a word. */
const shortest = 6;

/** Remembers the credentials of the last exchanges, only in memory. */
function createRecentSecrets() {
  const recent: Secrets[] = [];
  const all = (): Secrets => createSecrets([], ...recent);
  return {
    /** Adds the credentials of a request. Returns them with those of the exchanges before. */
    add(request: ForwardedRequest): Secrets {
      const credentials = secretsOf(request).filter(
        (text) => text.length >= shortest && !/^[-+.0-9]+$/.test(text),
      );
      const same = recent.findIndex((one) => credentials.length > 0 && credentials.every(one.has));
      // Most clients send the same key again and again.
      const own = same < 0 ? createSecrets(credentials) : recent.splice(same, 1)[0];
      if (own !== undefined) recent.push(own);
      if (recent.length > mostExchanges) recent.shift();
      return all();
    },
    all,
  };
}
