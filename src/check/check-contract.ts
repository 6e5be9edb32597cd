import { type Clock, machineClock } from '../clock.ts';
import type { Exchange } from '../contract/exchange.ts';
import { type Contract, openContract } from '../contract/open-contract.ts';
import { type Incomplete, type Report, reaches } from '../contract/report.ts';
import type { ResultCollector } from '../contract/result-collector.ts';
import { Session } from '../contract/session.ts';
import { readProxy } from '../http/http-proxy.ts';
import type { CheckOptions } from './check-options.ts';
import { type CheckSettings, readCheckOptions } from './check-settings.ts';
import { createSender, type Send } from './connection/sender.ts';
import { reasonToSkip, showsNothing, whyIncomplete, whyNotTheService, whyUnreachable } from './incomplete.ts';
import { namedOrders } from './named-orders.ts';
import { probesOf } from './probes/probes.ts';
import { type DrawId, drawRandomId, ProbeTarget } from './probes/target.ts';
import { secretsOfCheck } from './secrets-of-check.ts';
import { type CheckContext, waitForTarget } from './target-access.ts';
import { startTimeLimit, type TimeLimit } from './time-limit.ts';

/**
 * Checks whether a target fulfils the contract, up to `level`. Violations are in the report. Throws a `UserError` if an
 * option is not valid. The report does not contain the API key.
 */
export async function checkContract(options: CheckOptions & CheckContext): Promise<Report> {
  const settings = readCheckOptions(options);
  const { onExchange, clock = machineClock, drawId = drawRandomId } = options;
  using timeLimit = startTimeLimit(settings.totalTimeoutMs, clock, options.signal);
  const { signal } = timeLimit;
  const send = createSender({ ...settings, signal, now: clock.now });
  const contract = await openContract(secretsOfCheck(settings).hide);
  await waitForTarget(settings, clock, { ...options, signal });
  return await runCheck({ settings, send, contract, clock, drawId, signal, timeLimit, onExchange });
}

export type CheckRun = Pick<CheckContext, 'signal' | 'onExchange'> & {
  readonly settings: CheckSettings;
  readonly send: Send;
  readonly contract: Contract;
  readonly clock: Clock;
  readonly drawId: DrawId;
  readonly timeLimit?: TimeLimit;
};

/** Sends the requests of each probe that the gate permits, judges each exchange, and makes the report. */
export async function runCheck(run: CheckRun): Promise<Report> {
  const { settings, send, contract, clock, signal, drawId, onExchange } = run;
  const startedAt = clock.now();
  const session = new Session(contract, settings);
  const { collector } = session;
  const exchanges: Exchange[] = [];
  const target = new ProbeTarget({
    ...{ settings, send, readList: contract.readList, collector, drawId, clock, signal },
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
  const ended = signal?.aborted !== true ? undefined : run.timeLimit?.isOver() ? 'total-timeout' : 'aborted';
  const incomplete = whyIncomplete({ ended, stopped, exchanges });
  const orders = namedOrders({
    named: settings,
    exchanges,
    findings: collector.findings,
    withheld: target.sender.withheld,
    otherwise: incomplete === undefined ? 'its probe ended before it' : reasonToSkip(incomplete),
  });
  if (incomplete !== undefined) discardUnfounded(collector, incomplete);
  return session.report({
    target: settings.target.baseUrl,
    level: settings.level,
    headers: settings.headers.map(([name]) => name),
    secrets: secretsOfCheck(settings),
    ...{ startedAt, endedAt: clock.now(), exchanges, orders, incomplete },
  });
}

/**
 * If the target is not the service, or not available, no rule is judged. If the target rejects the key, its 401 for the list
 * breaks no rule.
 */
function discardUnfounded(collector: ResultCollector, incomplete: Incomplete): void {
  if (incomplete.kind === 'wrong-key') collector.discard(['R04'], reasonToSkip(incomplete));
  if (showsNothing(incomplete)) collector.discardAll(reasonToSkip(incomplete));
}

async function runProbes(
  target: ProbeTarget,
  exchanges: readonly Exchange[],
): Promise<Incomplete | undefined> {
  const { settings } = target;
  let stopped: Incomplete | undefined;
  for (const probe of probesOf(settings)) {
    const skip = (reason: string): void => target.collector.untested(probe.decides, reason);
    if (stopped !== undefined) skip(reasonToSkip(stopped));
    else if (!reaches(settings.level, probe.level))
      skip(`level ${settings.level} does not include it; use --level ${probe.level}`);
    else await probe.run(target);
    stopped ??= whyUnreachable(settings.target, exchanges);
    if (probe.id !== 'list') stopped ??= whyNotTheService(settings.target, exchanges);
  }
  return stopped;
}
