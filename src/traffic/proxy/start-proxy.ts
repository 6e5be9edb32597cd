import type { Report } from '../../contract/report.ts';
import { type ForwardingOptions, startForwarding } from './forward/forwarding.ts';
import { createJudgeQueue } from './judge-queue.ts';
import { createObserver, type ObserverOptions } from './observer.ts';
import { createOwnPath } from './own-path.ts';

export type ProxyOptions = Omit<ForwardingOptions, 'onExchange' | 'ownRequest'> &
  Pick<ObserverOptions, 'criteria' | 'onBroken'> & {
    /** Called at most once, when judging fails. Traffic is still forwarded. */
    readonly onFailed: (cause: Error) => void;
    /** Returns a report as JSON, for requests to the proxy itself. */
    readonly writeReport: (report: Report) => string;
  };

export type RunningProxy = Awaited<ReturnType<typeof startProxy>>;

/** Starts a proxy that forwards traffic and judges it. */
export async function startProxy({ criteria, onBroken, onFailed, writeReport, ...rest }: ProxyOptions) {
  const { origin, basePath } = rest.upstream;
  const observer = await createObserver({
    ...{ baseUrl: origin + basePath, upstreamPath: basePath, startedAt: Date.now() },
    ...{ criteria, onBroken },
  });
  const { forgetOrders, onExchange, report } = createJudgeQueue(observer, basePath, onFailed);
  const own = { forgetOrders, report: async () => writeReport(await report()) };
  const ownRequest = createOwnPath(rest.host, own);
  const forwarding = await startForwarding({ ...rest, onExchange, ownRequest });
  return {
    origin: forwarding.origin,
    /** The base address for clients, with the path of the upstream. */
    baseUrl: forwarding.origin + basePath,
    /** Stops accepting connections, lets exchanges finish until `deadline` aborts, and returns the last report. */
    async stop(deadline: AbortSignal): Promise<Report> {
      await forwarding.stop(deadline);
      return report();
    },
  };
}
