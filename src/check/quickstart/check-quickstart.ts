import { machineClock } from '../../clock.ts';
import type { Exchange } from '../../contract/exchange.ts';
import type { Contract } from '../../contract/open-contract.ts';
import type { Incomplete, Report } from '../../contract/report.ts';
import { quickstartRules } from '../../contract/rules/quickstart-rules.ts';
import { whyNotExercised } from '../../contract/rules/rules.ts';
import { Session } from '../../contract/session.ts';
import { isUnavailable } from '../../contract/unavailable.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import { UserError } from '../../user-error.ts';
import type { CheckOptions } from '../check-options.ts';
import { type CheckSettings, readCheckOptions } from '../check-settings.ts';
import { whyIncomplete, whyUnreachable } from '../incomplete.ts';
import type { CheckPlan } from '../plan-check.ts';
import { createPace } from '../safety/safe-sender.ts';
import { secretsOfCheck } from '../secrets-of-check.ts';
import { type CheckContext, frameOf, senderFor, waitForTarget } from '../target-access.ts';
import { startTimeLimit } from '../time-limit.ts';
import { judgeMessageExchange, observeMessage } from './judge-message-exchange.ts';
import { type MessageRequest, messageRequests, messageWithoutKey } from './message-requests.ts';

/** Rules about any response and any Error body that the quickstart can break too. */
const sharedRules = ['R02', 'R19', 'R20', 'R21', 'R22', 'R23', 'R24'] as const;

const table = [...sharedRules, ...quickstartRules.map(({ id }) => id)].map((id) => ({ id }));

/**
 * Checks POST /messages of the quickstart at `url`, an interface of its own, against the contract. Posts one message, which
 * the target queues, and requests that the target must refuse; so it needs level `cancel`, and `ownsOrders` on another
 * host. Options about orders have no effect. Throws a `UserError` if an option is not valid.
 *
 * @example
 * await checkQuickstart({ url: 'http://localhost:4010/quickstart', apiKey: 'secret', level: 'cancel' });
 */
export async function checkQuickstart(options: CheckOptions & CheckContext): Promise<Report> {
  const settings = readQuickstartOptions(options);
  const { onExchange, clock = machineClock } = options;
  using timeLimit = startTimeLimit(settings.totalTimeoutMs, clock, options.signal);
  const { signal } = timeLimit;
  await waitForTarget(settings, clock, { ...options, signal }, messageWithoutKey);
  const startedAt = clock.now();
  const session = new Session(messageContract(secretsOfCheck(settings).hide), settings);
  const exchanges: Exchange[] = [];
  const send = senderFor(settings, clock, signal);
  const pace = createPace(settings.requestsPerSecond, clock);
  const planned = messageRequests.filter((request) => !isSkipped(request, settings));
  for (const { request } of planned) {
    if (exchanges.length >= settings.maxRequests || whyUnreachable(settings, exchanges)) break;
    await pace.ready(signal);
    if (signal.aborted) break;
    const exchange = await send(request);
    exchanges.push(exchange);
    if (signal.aborted) break;
    const findings = await session.add(exchange);
    onExchange?.(exchange, findings);
  }
  const timedOut = timeLimit.isOver();
  const incomplete = whyIncomplete({
    aborted: signal.aborted && !timedOut,
    timedOut,
    stopped: whyUnreachable(settings, exchanges) ?? whyNotTheQuickstart(settings, exchanges),
    exchanges,
    budgetSpent: exchanges.length >= settings.maxRequests && exchanges.length < planned.length,
    maxRequests: settings.maxRequests,
    repeated: new Set(),
  });
  if (incomplete?.kind === 'other-service' || incomplete?.kind === 'wrong-key')
    session.collector.discardAll(table, 'the target was not recognized');
  const frame = frameOf(settings, startedAt, clock.now());
  return session.report({ ...frame, exchanges, orders: [], incomplete, whyNotExercised, table });
}

/** What judges the exchanges of `messageRequests`, each by what the specification says of its request. */
function messageContract(hide: Secrets['hide']): Contract {
  const rows = new Map(messageRequests.map((row) => [row.request, row]));
  const none = { findings: [], counts: new Map(), exercised: [], undocumentedStatus: false };
  return {
    async judge(exchange) {
      const row = rows.get(exchange.request);
      return row === undefined ? none : judgeMessageExchange(row, exchange, hide);
    },
    observe(exchange) {
      const row = rows.get(exchange.request);
      return row === undefined ? [] : observeMessage(row, exchange);
    },
    readList: () => ({ kind: 'unreadable', why: 'the quickstart has no list' }),
  };
}

/** Returns what `checkQuickstart` would send with the same options. Sends nothing. Throws a `UserError`. */
export function planQuickstart(options: CheckOptions): CheckPlan {
  const settings = readQuickstartOptions(options);
  const steps = messageRequests.filter((request) => !isSkipped(request, settings));
  const title = 'post messages; the last one is queued';
  return { settings, probes: [{ id: 'quickstart', title, steps, withheld: undefined }] };
}

function isSkipped({ rules }: MessageRequest, { skip }: CheckSettings): boolean {
  return rules.every((rule) => skip.includes(rule));
}

function readQuickstartOptions(options: CheckOptions): CheckSettings {
  const settings = readCheckOptions(options, 'messages');
  const { target, level, cancelBlocked } = settings;
  const fail = (what: string, hint: string): never => {
    throw new UserError({ where: '`url`', what, hint });
  };
  if (target.basePath.endsWith('/messages'))
    fail(
      'is the address of the messages',
      `give the base address: ${target.baseUrl.slice(0, -'/messages'.length)}`,
    );
  if (level !== 'cancel') fail('posts a message, which the target queues', 'permit it with `level: cancel`');
  if (cancelBlocked !== undefined) fail('posts a message to another host', 'permit it with `ownsOrders`');
  if (options.headers?.some(([name]) => name.toLowerCase() === 'content-type'))
    fail('sets Content-Type itself', 'remove the header');
  return settings;
}

/** Returns why the target is not the quickstart, does not accept the key, or did not respond itself. */
function whyNotTheQuickstart(
  { target: { baseUrl } }: CheckSettings,
  exchanges: readonly Exchange[],
): Incomplete | undefined {
  const statuses = exchanges.flatMap(({ outcome }) =>
    outcome.kind === 'responded' ? [outcome.response.status] : [],
  );
  const place = `${baseUrl}/messages`;
  const [first] = statuses;
  if (first === undefined || statuses.length < exchanges.length) return undefined;
  if (
    exchanges.some(({ request }) => request.key.kind === 'valid') &&
    statuses.every((status) => status === 401)
  )
    return {
      kind: 'wrong-key',
      message: `${place} responds with 401 to every request, even with the API key: the key belongs to another service or is incomplete.`,
    };
  if (statuses.every((status) => [404, 405, 410].includes(status) || (status >= 300 && status < 400)))
    return {
      kind: 'other-service',
      message: `${place} looks like another service (${first} for every request): check the base address of the quickstart.`,
    };
  const busy = statuses.find(isUnavailable);
  if (busy === undefined) return undefined;
  const message = `${place} responded with ${busy}, which says nothing about the contract: check it again later.`;
  return { kind: 'failed', message };
}
