import { headerValues } from '../../contract/exchange.ts';
import { decodeContent } from '../../contract/http1/content-coding.ts';
import { maxJsonBytes } from '../../text/yaml-file.ts';
import { UserError } from '../../user-error.ts';
import { checkOutput, writeInParts } from '../output-file.ts';
import type { ForwardedResponse, OnProxied, ProxiedExchange } from '../proxy/proxied-exchange.ts';
import type { AnonymousFile } from '../pseudonyms/anonymous-file.ts';
import { Evidence } from './evidence.ts';
import { type CaptureSummary, type ReceivedList, surveyReceived, writeSurveyed } from './write-scenario.ts';

/** Options of `openTrafficCapture`. */
export type TrafficCaptureOptions = {
  /** The scenario file to write: JSON if its name ends in `.json`, otherwise YAML. */
  readonly file: string;
  /** Whether to replace an existing file. Default: false. */
  readonly force?: boolean;
};

/** A scenario that is made from traffic. `collect` throws a UserError if there was no list. */
export type TrafficCapture = AnonymousFile<CaptureSummary> & {
  /** Receives every exchange. */
  readonly onProxied: OnProxied;
};

/**
 * Makes a scenario of the first complete list in the traffic. The cancels of the client that requested it, which is
 * recognised by its base address and its Authorization, show the status of orders. Nothing is written before the end, and no
 * value of the traffic ever. Throws a UserError if the file cannot be written.
 */
export async function openTrafficCapture(options: TrafficCaptureOptions): Promise<TrafficCapture> {
  const { file, force = false } = options;
  await checkOutput(file, force);
  const traffic = new Traffic();
  let surveyed:
    | { readonly list: ReceivedList; readonly survey: Parameters<typeof writeSurveyed>[1] }
    | undefined;
  return {
    onProxied: (exchange) => traffic.add(exchange),
    collect: async (anonymiser) => {
      const { exchange, response, evidence } = traffic.firstList();
      const list = { body: await contentOf(response), file, statusOf: evidence.at(exchange.startedAt) };
      const survey = surveyReceived(list, anonymiser);
      if (survey.kind === 'no-list')
        throw new UserError({ what: `the first list of the traffic is no list: ${survey.reason}` });
      surveyed = { list, survey };
    },
    write: async (replacement) => {
      if (surveyed === undefined) throw new Error('collect was not called');
      const { list, survey } = surveyed;
      return writeInParts(file, (write) => writeSurveyed(list, survey, replacement, write));
    },
  };
}

type SeenList = { readonly exchange: ProxiedExchange; readonly response: ForwardedResponse };

/** The list and the cancels, by the base address and the Authorization of the requests. */
class Traffic {
  readonly #evidence = new Map<string, Evidence>();
  #list: (SeenList & { readonly client: string }) | undefined;
  #tooLong = false;

  add(exchange: ProxiedExchange): void {
    const { request, outcome, injected } = exchange;
    if (outcome.kind !== 'responded' || injected.length > 0) return;
    const { response } = outcome;
    const [, base = '', order] = targetForm.exec(request.target) ?? [undefined, undefined, undefined];
    const client = `${base} ${headerValues(request.rawHeaders, 'authorization').join()}`;
    if (request.method === 'GET' && order === undefined && isList(request.target, response))
      this.#addList({ exchange, response, client });
    const isCancel = request.method === 'DELETE' && order !== undefined;
    const { status } = response;
    if (isCancel && (status === 204 || status === 409)) this.#of(client).add(BigInt(order), exchange, status);
  }

  firstList(): SeenList & { readonly evidence: Evidence } {
    if (this.#list !== undefined) return { ...this.#list, evidence: this.#of(this.#list.client) };
    throw new UserError({
      what: this.#tooLong
        ? 'no list of the traffic was short enough to keep: raise --max-body'
        : 'there was no list in the traffic, so there is no scenario',
      expected: 'a GET /store/orders with a response 200',
    });
  }

  #addList(list: SeenList & { readonly client: string }): void {
    if (list.response.content.kept === undefined) this.#tooLong = true;
    else this.#list ??= list;
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
