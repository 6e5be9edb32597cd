import { machineClock } from '../../clock.ts';
import type { Fault } from '../../faults/fault.ts';
import type { SaveOptions } from '../save/save-exchanges.ts';
import { type Forwarding, type ForwardingOptions, startForwarding } from './forward/forwarding.ts';
import { createInjector } from './inject/injector.ts';
import {
  type ObservedReport,
  type ObservingOptions,
  startObserving,
} from './observe/thread/start-observing.ts';
import type { OnProxied } from './proxied-exchange.ts';

export type ProxyOptions = Pick<
  ForwardingOptions,
  'upstream' | 'host' | 'port' | 'tls' | 'timeoutMs' | 'keepBytes'
> &
  Pick<ObservingOptions, 'criteria' | 'onBroken' | 'onFailed' | 'startJudge'> & {
    /** Where the judged exchanges are written. */
    readonly save?: SaveOptions | undefined;
    /** Faults to apply to exchanges, from `readInjections`. */
    readonly faults?: readonly Fault[] | undefined;
    /** Draws delays and probabilities of the faults. */
    readonly seed?: string | undefined;
    /** Receives every exchange when it has ended, with its keys. */
    readonly onProxied?: OnProxied | undefined;
  };

export type RunningProxy = Awaited<ReturnType<typeof startProxy>>;

export async function startProxy(options: ProxyOptions) {
  const { upstream, criteria, save, onBroken, onProxied, faults = [], seed = '1', ...more } = options;
  const { onFailed, startJudge, ...rest } = more;
  const { origin: upstreamOrigin, basePath } = upstream;
  const observing = startObserving({
    baseUrl: upstreamOrigin + basePath,
    upstreamPath: basePath,
    criteria,
    startedAt: Date.now(),
    save,
    onBroken,
    onFailed,
    startJudge,
  });
  const onExchange: OnProxied = (exchange) => {
    observing.onExchange(exchange);
    onProxied?.(exchange);
  };
  const disturb =
    faults.length === 0 ? undefined : createInjector({ faults, basePath, seed, clock: machineClock });
  let forwarding: Forwarding;
  try {
    forwarding = await startForwarding({ upstream, ...rest, disturb, onExchange });
  } catch (error) {
    await observing.end();
    throw error;
  }
  const report = (): Promise<ObservedReport> => observing.report();
  return {
    origin: forwarding.origin,
    /** The base address for clients, with the path of the upstream. */
    baseUrl: forwarding.origin + basePath,
    report,
    forgetOrders: observing.forgetOrders,
    /** Stops accepting connections, lets exchanges finish until `deadline` aborts, and returns the last report. */
    async stop(deadline: AbortSignal): Promise<ObservedReport> {
      await forwarding.stop(deadline);
      try {
        return await report();
      } finally {
        await observing.end();
      }
    },
  };
}
