import type { Clock } from '../../clock.ts';
import { writeJson } from '../../json/json.ts';
import { version } from '../../version.ts';
import { createSender } from '../connection/sender.ts';
import type { Change } from './snapshot.ts';

/**
 * Creates the function that posts changes as JSON: `text` for people, and each change with both exchanges. It returns why
 * they were not accepted, as a clause without the path of the webhook, which is often secret.
 */
export function createNotify(
  { url, proxy, clock }: { readonly url: URL; readonly proxy: string | undefined; readonly clock: Clock },
  target: string,
  signal: AbortSignal,
) {
  const send = createSender({
    ...{ baseUrl: url.origin, apiKey: '', proxy, signal, now: clock.now },
    ...{ timeoutMs: 10_000, maxBodyBytes: 64 * 1024 },
  });
  return async (changes: readonly Change[], summary: string): Promise<string | undefined> => {
    const at = new Date(clock.now()).toISOString();
    const json = writeJson({ text: summary, tool: 'store-orders-sim', version, target, at, changes });
    const { outcome } = await send({
      ...{ operationId: undefined, method: 'POST', key: { kind: 'none' } },
      ...{ path: url.pathname, query: url.search.slice(1) },
      content: { type: 'application/json', text: toAscii(json) },
    });
    if (outcome.kind === 'failed') return outcome.message;
    const { status } = outcome.response;
    return status >= 200 && status < 300 ? undefined : `it responded with ${status}`;
  };
}

function toAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
