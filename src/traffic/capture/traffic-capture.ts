import { headerValues } from '../../contract/exchange.ts';
import { decodeContent } from '../../contract/http1/content-coding.ts';
import { writeReportFile } from '../../report/report-file.ts';
import { maxJsonBytes } from '../../text/yaml-file.ts';
import { UserError } from '../../user-error.ts';
import type { ForwardedResponse, ProxiedExchange } from '../proxy/proxied-exchange.ts';
import { makeScenario, type PseudonymsOf, type Scenario, type StatusOf } from './make-scenario.ts';

export type TrafficCapture = ReturnType<typeof captureTraffic>;

/**
 * Makes a scenario of the first complete list in the traffic. The cancels of the client that requested it, which is
 * recognised by its base address and its Authorization, show the status of orders. Nothing is written before the end, and no
 * value of the traffic ever.
 */
export function captureTraffic(file: string, pseudonymsOf: PseudonymsOf) {
  const traffic = new Traffic();
  return {
    onProxied: (exchange: ProxiedExchange): void => traffic.add(exchange),
    /** Writes the file. Throws a UserError if there was no list, or the file cannot be written. */
    write: async (): Promise<Scenario> => {
      const { exchange, response, evidence } = traffic.firstList();
      const list = { body: await contentOf(response), file, statusOf: evidence.at(exchange.startedAt) };
      const made = makeScenario(list, pseudonymsOf);
      if (made.kind === 'no-list')
        throw new UserError({ what: `the first list of the traffic is no list: ${made.reason}` });
      await writeReportFile(file, made.text);
      return made;
    },
  };
}

/** The cancels of orders: with a 204 an order was pending, with a 409 it had shipped. Spec 4.2, rules 1 and 2. */
class Evidence {
  readonly #cancels = new Map<bigint, { readonly status: 204 | 409; readonly endedAt: number }>();

  /**
   * Adds a cancel. A 204 counts more than any 409: after it, the order could not be cancelled again, and had not shipped
   * before.
   */
  add(id: bigint, { startedAt, durationMs }: ProxiedExchange, status: 204 | 409): void {
    if (this.#cancels.get(id)?.status === 204) return;
    this.#cancels.set(id, { status, endedAt: startedAt + durationMs });
  }

  /** Returns the statuses that orders had in a list that was requested at a time. */
  at(time: number): StatusOf {
    return (id) => {
      const cancel = id === undefined ? undefined : this.#cancels.get(id);
      if (cancel === undefined) return 'unknown';
      if (cancel.status === 409) return 'shipped';
      return cancel.endedAt < time ? 'cancelled' : 'pending';
    };
  }
}

type SeenList = {
  readonly exchange: ProxiedExchange;
  readonly response: ForwardedResponse;
  readonly evidence: Evidence;
};

/** The list and the cancels, by the base address and the Authorization of the requests. */
class Traffic {
  readonly #evidence = new Map<string, Evidence>();
  #list: SeenList | undefined;
  #tooLong = false;

  add(exchange: ProxiedExchange): void {
    const { request, outcome, injected } = exchange;
    if (outcome.kind !== 'responded' || injected.length > 0) return;
    const { response } = outcome;
    const [, base = '', order] = targetForm.exec(request.target) ?? [undefined, undefined, undefined];
    const { status, content } = response;
    const key = headerValues(request.rawHeaders, 'authorization')
      .join()
      .replace(/^bearer /i, 'Bearer ');
    const client = `${base} ${key}`;
    if (request.method === 'GET' && order === undefined && isList(request.target, response)) {
      if (content.kept === undefined) this.#tooLong = true;
      else this.#list ??= { exchange, response, evidence: this.#of(client) };
    }
    const isCancel = request.method === 'DELETE' && order !== undefined;
    if (isCancel && (status === 204 || status === 409)) this.#of(client).add(BigInt(order), exchange, status);
  }

  firstList(): SeenList {
    if (this.#list !== undefined) return this.#list;
    throw new UserError({
      what: this.#tooLong
        ? 'no list of the traffic was short enough to keep: raise `keepBytes`'
        : 'there was no list in the traffic, so there is no scenario',
      expected: 'a GET /store/orders with a response 200',
    });
  }

  #of(client: string): Evidence {
    const evidence = this.#evidence.get(client) ?? new Evidence();
    this.#evidence.set(client, evidence);
    return evidence;
  }
}

/** The target of the list, or of an order by a canonical id. Nobody knows what a query does to a list. */
const targetForm = /^(.*)\/store\/orders(?:\/(0|-?[1-9][0-9]{0,18}))?$/;

function isList(target: string, { status, content }: ForwardedResponse): boolean {
  return status === 200 && content.complete && targetForm.test(target);
}

async function contentOf({ content: { kept }, rawHeaders }: ForwardedResponse): Promise<Buffer> {
  const decoded = await decodeContent(kept ?? Buffer.alloc(0), rawHeaders, maxJsonBytes);
  if (decoded.kind === 'decoded') return decoded.body;
  const why = decoded.kind === 'fault' ? decoded.fault : `it has more than ${maxJsonBytes} bytes`;
  throw new UserError({ what: `the first list of the traffic cannot be read: ${why}` });
}
