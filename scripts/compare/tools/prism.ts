import { createRequire } from 'node:module';
import { startPrismProxy } from '../../../test/check/start-prism-proxy.ts';
import { mapPort } from '../../../test/helpers/map-port.ts';
import type { Opened, Target } from '../targets.ts';
import { absentId, type Found, operationOf, type Tool } from '../tool.ts';

const { version } = createRequire(import.meta.url)('@stoplight/prism-cli/package.json');

/** A Prism in front of whichever server is judged now, because its start takes a second. */
type Running = { readonly origin: string; url: string; close(): Promise<void> };
const running = new Map<string, Promise<Running>>();

async function start(path: string): Promise<Running> {
  const state = { url: '' };
  const relay = await mapPort(() => state.url);
  const proxy = await startPrismProxy(relay.origin + path);
  return Object.assign(state, {
    origin: proxy.origin,
    async close() {
      await proxy[Symbol.asyncDispose]();
      await relay[Symbol.asyncDispose]();
    },
  });
}

/** The requests of a client whose traffic goes through the proxy. */
function traffic({ key }: Opened, { pendingIds, shippedIds }: Target) {
  const valid = { Authorization: `Bearer ${key}` };
  const cancel = (id: bigint | number, headers: Record<string, string> = valid) =>
    ({ method: 'DELETE', path: `/store/orders/${id}`, headers }) as const;
  const list = (headers: Record<string, string> = valid, query = '') =>
    ({ method: 'GET', path: `/store/orders${query}`, headers }) as const;
  const wrong = { Authorization: 'Bearer wrong-key' };
  return [
    ...[
      list(),
      list({}),
      list(wrong),
      list(valid, '?limit=1'),
      cancel(absentId),
      cancel(absentId, {}),
      cancel(absentId, wrong),
    ],
    ...[...pendingIds, ...shippedIds].flatMap((id) => [cancel(id), list(), cancel(id), list()]),
  ];
}

/** Prism as a proxy that reports violations. Its user brings the traffic. */
export const prism: Tool = {
  name: 'Prism proxy',
  version,
  setUp:
    '`prism proxy --errors`, with a client that lists and cancels with and without a key, and compares nothing',
  install: async () => {},
  async judge(opened, target) {
    const { pathname } = new URL(opened.url);
    const started = running.get(pathname) ?? start(pathname);
    running.set(pathname, started);
    const proxy = await started;
    proxy.url = opened.url;
    const found: Found[] = [];
    for (const { method, path, headers } of traffic(opened, target)) {
      const operation = operationOf(method, path);
      const what = await fetch(proxy.origin + path, {
        method,
        headers,
        signal: AbortSignal.timeout(20_000),
      }).then(
        async (response) => problemsIn(await response.text(), response.headers.get('sl-violations')),
        () => ['no response'],
      );
      found.push(...what.map((one) => ({ what: one, ...(operation && { operation }) })));
    }
    return found;
  },
  async close() {
    for (const one of running.values()) await (await one).close();
  },
};

function problemsIn(body: string, violations: string | null): readonly string[] {
  if (!body.includes('stoplight.io/prism/errors')) return violations === null ? [] : [violations];
  const { title, validation = [] } = JSON.parse(body) as {
    title: string;
    validation?: { message: string }[];
  };
  return validation.length === 0 ? [title] : validation.map(({ message }) => message);
}
