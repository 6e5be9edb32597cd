import { type Clock, machineClock } from '../clock.ts';
import type { Exchange } from '../contract/exchange.ts';
import { type Contract, openContract } from '../contract/open-contract.ts';
import type { Incomplete, Report } from '../contract/report.ts';
import { Session } from '../contract/session.ts';
import { readProxy } from '../http/http-proxy.ts';
import type { CheckOptions } from './check-options.ts';
import { type CheckSettings, readCheckOptions } from './check-settings.ts';
import { secretsOfCheck } from './connection/destination.ts';
import { createSender, type Send } from './connection/sender.ts';
import { reasonToSkip, showsNothing, whyIncomplete, whyNotTheService, whyUnreachable } from './incomplete.ts';
import { namedOrders } from './named-orders.ts';
import { probesOf, whyNotRun } from './probes/probes.ts';
import { type DrawId, drawRandomId, ProbeTarget } from './probes/target.ts';
import { type CheckContext, waitForTarget } from './target-access.ts';

/**
 * Checks whether a target fulfils the contract, up to `level`. Violations are in the report. Throws a `UserError` if an
 * option is not valid. The report does not contain the API key.
 */
export async function checkContract(options: CheckOptions & CheckContext): Promise<Report> {
  const settings = readCheckOptions(options);
  const { onExchange, clock = machineClock, drawId = drawRandomId } = options;
  using limit = limitTime(settings.totalTimeoutMs, clock, options.signal);
  const { signal } = limit;
  const send = createSender({ ...settings, signal, now: clock.now });
  const contract = await openContract(secretsOfCheck(settings).hide);
  await waitForTarget(settings, clock, { ...options, signal });
  return await runCheck({ settings, send, contract, clock, drawId, signal, onExchange });
}

const overTime = 'total-timeout';

/** Creates a signal that is aborted with `user`, and after a time. Disposing of it ends the timer. */
function limitTime(ms: number, clock: Clock, user?: AbortSignal) {
  const done = new AbortController();
  const limit = new AbortController();
  void clock.sleep(ms, done.signal).then(() => done.signal.aborted || limit.abort(overTime));
  const signal = AbortSignal.any(user === undefined ? [limit.signal] : [limit.signal, user]);
  return { signal, [Symbol.dispose]: () => done.abort() };
}

export type CheckRun = Pick<CheckContext, 'signal' | 'onExchange'> & {
  readonly settings: CheckSettings;
  readonly send: Send;
  readonly contract: Contract;
  readonly clock: Clock;
  readonly drawId: DrawId;
};

/** Sends the requests of each probe that the gate permits, judges each exchange, and makes the report. */
export async function runCheck(run: CheckRun): Promise<Report> {
  const { settings, contract, clock, signal, onExchange } = run;
  const startedAt = clock.now();
  const session = new Session(contract, settings);
  const { collector } = session;
  const exchanges: Exchange[] = [];
  const target = new ProbeTarget({
    ...{ ...run, readList: contract.readList, collector },
    // Each is judged when it ends, so that an aborted check still reports what it found.
    onExchange: (exchange) => {
      exchanges.push(exchange);
      if (signal?.aborted === true) return;
      session.add(exchange);
      onExchange?.(exchange);
    },
  });
  session.addBase(settings.target.baseUrl);
  if (settings.proxy !== undefined)
    collector.note(`Requests went through ${readProxy(settings.proxy).where}.`);
  const stopped = await runProbes(target, exchanges);
  const ended = signal?.aborted !== true ? undefined : signal.reason === overTime ? overTime : 'aborted';
  const incomplete = whyIncomplete({ ended, stopped, exchanges });
  const orders = namedOrders({
    named: settings,
    exchanges,
    findings: collector.findings,
    withheld: target.sender.withheld,
    otherwise: incomplete === undefined ? 'its probe ended before it' : reasonToSkip(incomplete),
  });
  // If the target rejects the key, its 401 for the list breaks no rule.
  if (incomplete?.kind === 'wrong-key') collector.discard(['R04'], reasonToSkip(incomplete));
  if (incomplete !== undefined && showsNothing(incomplete)) collector.discardAll(reasonToSkip(incomplete));
  return session.report({
    target: settings.target.baseUrl,
    level: settings.level,
    headers: settings.headers.map(([name]) => name),
    secrets: secretsOfCheck(settings),
    ...{ startedAt, endedAt: clock.now(), exchanges, orders, incomplete },
  });
}

async function runProbes(
  target: ProbeTarget,
  exchanges: readonly Exchange[],
): Promise<Incomplete | undefined> {
  const { settings, collector } = target;
  let stopped: Incomplete | undefined;
  for (const probe of probesOf(settings)) {
    const why = stopped === undefined ? whyNotRun(probe, settings) : reasonToSkip(stopped);
    if (why === undefined) await probe.run(target);
    else collector.untested(probe.decides, why);
    stopped ??= whyUnreachable(settings.target, exchanges);
    if (probe.id !== 'list') stopped ??= whyNotTheService(settings.target, exchanges);
  }
  return stopped;
}
