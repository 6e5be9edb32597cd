import { refusal, sendResponse } from '../../http/control-response.ts';
import { trackConnections } from '../../http/drain.ts';
import { createHttpServer } from '../../http/http-server.ts';
import { hostInUrl, type ListenAddress, listen } from '../../http/listen.ts';
import type { WatchMetrics } from './watch-metrics.ts';

const maxConnections = 100;

/** Serves `GET /metrics` and `GET /livez`. Throws a UserError if it cannot listen. */
export async function serveMetrics(
  { host, port }: Pick<ListenAddress, 'host' | 'port'>,
  metrics: WatchMetrics,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createHttpServer(
    async (request, response) => {
      request.resume();
      const [path] = (request.url ?? '').split('?');
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (path !== '/metrics' && path !== '/livez')
        return sendResponse(response, refusal('not_found', 'There is GET /metrics and GET /livez.'));
      if (!isRead)
        return sendResponse(response, refusal('method_not_allowed', 'Use GET.', ['Allow', 'GET, HEAD']));
      const [text, type] =
        path === '/metrics' ? [await metrics.text(), metrics.type] : ['ok\n', 'text/plain; charset=utf-8'];
      sendResponse(response, { status: 200, text, type });
    },
    undefined,
    { maxConnections },
  );
  const { stop } = trackConnections(server);
  const bound = await listen(server, { host, port, setting: 'metrics' });
  return {
    url: `http://${hostInUrl(host)}:${bound}/metrics`,
    stop: () => stop(AbortSignal.timeout(1_000)),
  };
}
