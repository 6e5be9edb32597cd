import { machineClock } from '../../clock.ts';
import type { Criteria } from '../../contract/criteria.ts';
import type { ReportedFinding } from '../../contract/report.ts';
import type { Fault } from '../../faults/fault.ts';
import type { TlsCertificate } from '../../http/tls.ts';
import type { SaveOptions } from '../save/save-exchanges.ts';
import { type Forwarding, startForwarding } from './forward/forwarding.ts';
import type { Upstream } from './forward/upstream.ts';
import { createInjector } from './inject/injector.ts';
import { type ObservedReport, startObserving } from './observe/thread/start-observing.ts';
import type { OnProxied } from './proxied-exchange.ts';

/** Options of `startProxy`. */
export type ProxyOptions = {
  /** From `readUpstream`. */
  readonly upstream: Upstream;
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
  /** Clients connect with https if there is one. */
  readonly tls?: TlsCertificate | undefined;
  /** How long to wait for the upstream, in milliseconds. */
  readonly timeoutMs: number;
  /** The maximum body that is judged, in bytes. A longer one is forwarded. */
  readonly keepBytes: number;
  /** What decides the exit code. */
  readonly criteria: Criteria;
  /** Where the judged exchanges are written. */
  readonly save?: SaveOptions | undefined;
  /** Faults to apply to exchanges, from `readInjections`. */
  readonly faults?: readonly Fault[] | undefined;
  /** Draws delays and probabilities of the faults. */
  readonly seed?: string | undefined;
  /** Receives every exchange when it has ended, with its keys. */
  readonly onProxied?: OnProxied | undefined;
  /** Called once, with the first findings that make the exit code 1. */
  readonly onBroken?: (findings: readonly ReportedFinding[]) => void;
  /** Called at most once, when the thread that judges fails. Traffic is still forwarded; `report` and `stop` reject. */
  readonly onFailed?: (cause: Error) => void;
  /** The file of the thread that judges. @default that of this package */
  readonly judge?: URL;
};

export type RunningProxy = {
  /** Where clients connect, without a path. */
  readonly origin: string;
  /** The base address for clients, with the path of the upstream. */
  readonly baseUrl: string;
  /** Returns the report of what was forwarded so far. */
  report(): Promise<ObservedReport>;
  /** Forgets the orders, because the upstream was reset. */
  forgetOrders(): void;
  /** Stops accepting connections, lets exchanges finish until `deadline` aborts, and returns the last report. */
  stop(deadline: AbortSignal): Promise<ObservedReport>;
};

/** Starts a proxy. Throws a `UserError` if it cannot listen. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { upstream, criteria, save, onBroken, onProxied, tls, faults = [], seed = '1', ...more } = options;
  const { onFailed, judge, ...rest } = more;
  const { origin: upstreamOrigin, basePath } = upstream;
  const observing = startObserving({
    baseUrl: upstreamOrigin + basePath,
    upstreamPath: basePath,
    criteria,
    startedAt: Date.now(),
    save,
    ...(onBroken && { onBroken }),
    ...(onFailed && { onFailed }),
    ...(judge && { file: judge }),
  });
  const onExchange: OnProxied = (exchange) => {
    observing.onExchange(exchange);
    onProxied?.(exchange);
  };
  const disturb =
    faults.length === 0 ? undefined : createInjector({ faults, basePath, seed, clock: machineClock });
  let forwarding: Forwarding;
  try {
    forwarding = await startForwarding({
      upstream,
      ...rest,
      ...(tls && { tls }),
      ...(disturb && { disturb }),
      onExchange,
    });
  } catch (error) {
    await observing.end();
    throw error;
  }
  const report = (): Promise<ObservedReport> => observing.report(Date.now());
  return {
    origin: forwarding.origin,
    baseUrl: forwarding.origin + basePath,
    report,
    forgetOrders: observing.forgetOrders,
    async stop(deadline) {
      await forwarding.stop(deadline);
      try {
        return await report();
      } finally {
        await observing.end();
      }
    },
  };
}
