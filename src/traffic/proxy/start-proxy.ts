import type { Report } from '../../contract/report.ts';
import { type Forwarding, type ForwardingOptions, startForwarding } from './forward/forwarding.ts';
import { createJudgeQueue, type JudgeOptions } from './judge-queue.ts';
import { createOwnPath } from './own-path.ts';

export type ProxyOptions = Pick<
  ForwardingOptions,
  'upstream' | 'host' | 'port' | 'tls' | 'timeoutMs' | 'keepBytes'
> &
  Pick<JudgeOptions, 'criteria' | 'onBroken' | 'onFailed' | 'open'> & {
    /** Returns a report as JSON, for requests to the proxy itself. */
    readonly writeReport: (report: Report) => Promise<string>;
  };

export type RunningProxy = Awaited<ReturnType<typeof startProxy>>;

/** Starts a proxy that forwards traffic and judges it. */
export async function startProxy({ criteria, onBroken, onFailed, open, writeReport, ...rest }: ProxyOptions) {
  const { origin, basePath } = rest.upstream;
  const judge = createJudgeQueue({
    ...{ baseUrl: origin + basePath, upstreamPath: basePath, startedAt: Date.now() },
    ...{ criteria, onBroken, onFailed, open },
  });
  const { forgetOrders, onExchange, report } = judge;
  const own = { forgetOrders, report: async () => writeReport(await report()) };
  const forwarding: Forwarding = await startForwarding({
    ...rest,
    onExchange,
    ownRequest: createOwnPath(rest.host, own),
  });
  return {
    origin: forwarding.origin,
    /** The base address for clients, with the path of the upstream. */
    baseUrl: forwarding.origin + basePath,
    report,
    forgetOrders,
    /** Stops accepting connections, lets exchanges finish until `deadline` aborts, and returns the last report. */
    async stop(deadline: AbortSignal): Promise<Report> {
      await forwarding.stop(deadline);
      return report();
    },
  };
}
