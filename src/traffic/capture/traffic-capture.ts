import { headerValues } from '../../contract/exchange.ts';
import { decodeContent } from '../../contract/http1/content-coding.ts';
import { writeReportFile } from '../../report/report-file.ts';
import { maxJsonBytes } from '../../text/yaml-file.ts';
import { UserError } from '../../user-error.ts';
import type { ForwardedResponse, ProxiedExchange } from '../proxy/proxied-exchange.ts';
import { makeScenario, type PseudonymsOf, type Scenario, type StatusOf } from './make-scenario.ts';

export type TrafficCapture = ReturnType<typeof captureTraffic>;

/** The cancels of orders: with a 204 an order was pending, with a 409 it had shipped. Spec 4.2, rules 1 and 2. */
type Cancels = Map<bigint, { readonly status: 204 | 409; readonly endedAt: number }>;

/** The target of the list, or of an order by a canonical id. It is unknown what a query does to a list. */
const targetForm = /^(.*)\/store\/orders(?:\/(0|-?[1-9][0-9]{0,18}))?$/;

/**
 * Makes a scenario of the first complete list in the traffic. The cancels of the client that requested it, which is
 * recognised by its base address and its Authorization, show the status of orders. Nothing is written before the end, and no
 * value of the traffic ever.
 */
export function captureTraffic(file: string, pseudonymsOf: PseudonymsOf) {
  const cancels = new Map<string, Cancels>();
  const cancelsOf = (client: string): Cancels => {
    const own: Cancels = cancels.get(client) ?? new Map();
    cancels.set(client, own);
    return own;
  };
  let list: { readonly startedAt: number; readonly response: ForwardedResponse; client: string } | undefined;
  let isTooLong = false;
  return {
    onProxied({ request, outcome, injected, startedAt, durationMs }: ProxiedExchange): void {
      const [target, base, order] = targetForm.exec(request.target) ?? [];
      if (target === undefined || outcome.kind !== 'responded' || injected.length > 0) return;
      const { response } = outcome;
      const { status, content } = response;
      const key = headerValues(request.rawHeaders, 'authorization').join();
      const client = `${base} ${key.replace(/^bearer /i, 'Bearer ')}`;
      if (request.method === 'GET' && order === undefined && status === 200 && content.complete) {
        if (content.kept === undefined) isTooLong = true;
        else list ??= { startedAt, response, client };
      }
      if (request.method !== 'DELETE' || order === undefined || (status !== 204 && status !== 409)) return;
      const own = cancelsOf(client);
      const id = BigInt(order);
      // After a 204 the order could not be cancelled again, and had not shipped before: it counts more than any 409.
      if (own.get(id)?.status !== 204) own.set(id, { status, endedAt: startedAt + durationMs });
    },
    /** Writes the file. Throws a UserError if there was no list, or the file cannot be written. */
    async write(): Promise<Scenario> {
      if (list === undefined)
        throw new UserError({
          what: isTooLong
            ? 'no list of the traffic was short enough to keep: raise `keepBytes`'
            : 'there was no list in the traffic, so there is no scenario',
          expected: 'a GET /store/orders with a response 200',
        });
      const { response, client, startedAt } = list;
      const statusOf = statusIn(cancelsOf(client), startedAt);
      const made = makeScenario({ body: await contentOf(response), file, statusOf }, pseudonymsOf);
      if (made.kind === 'no-list')
        throw new UserError({ what: `the first list of the traffic is no list: ${made.reason}` });
      await writeReportFile(file, made.text);
      return made;
    },
  };
}

/** Returns the statuses that orders had in a list that was requested at a time. */
function statusIn(cancels: Cancels, time: number): StatusOf {
  return (id) => {
    const cancel = id === undefined ? undefined : cancels.get(id);
    if (cancel === undefined) return 'unknown';
    if (cancel.status === 409) return 'shipped';
    return cancel.endedAt < time ? 'cancelled' : 'pending';
  };
}

async function contentOf({ content: { kept }, rawHeaders }: ForwardedResponse): Promise<Buffer> {
  const decoded = await decodeContent(kept ?? Buffer.alloc(0), rawHeaders, maxJsonBytes);
  if (decoded.kind === 'decoded') return decoded.body;
  const why = decoded.kind === 'fault' ? decoded.fault : `it has more than ${maxJsonBytes} bytes`;
  throw new UserError({ what: `the first list of the traffic cannot be read: ${why}` });
}
