import type { FiredFault } from '../../../faults/live-fault.ts';
import type { GapChoiceTexts } from '../initial-state.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import { bytesOfRequest } from '../journal/kept-bytes.ts';
import { showGaps } from '../journal/show-exchange.ts';

/** What an entry has when its exchange ends, besides its request. */
export type ExchangeOutcome = Pick<
  JournalEntry,
  'cancel' | 'refusal' | 'reason' | 'gate' | 'end' | 'endedAt' | 'status' | 'responseLength'
> & {
  readonly faults: readonly FiredFault[];
  readonly headers: readonly string[];
  /** A text, bytes as latin1, or the place of the bytes among those before it. */
  readonly body: string | { readonly bytes: string } | { readonly at: number } | undefined;
  readonly gaps: GapChoiceTexts;
};

type PackedRequest = Pick<
  JournalEntry,
  | 'number'
  | 'begunAt'
  | 'method'
  | 'target'
  | 'rawHeaders'
  | 'headersLeftOut'
  | 'bodyLength'
  | 'path'
  | 'operation'
  | 'orderIdText'
> & { readonly bytes: string };

/** An exchange as a JSON value. */
export type PackedExchange = readonly [PackedRequest, ExchangeOutcome];

/** The bodies that were written, with their places: most lists have the same one. */
export type WrittenBodies = Map<Buffer, number>;

export function packExchange(entry: JournalEntry, bodies: WrittenBodies): PackedExchange {
  const { number, begunAt, method, target, rawHeaders, headersLeftOut, body } = entry;
  const { bodyLength, path, operation, orderIdText } = entry;
  return [
    {
      ...{ number, begunAt, method, target, rawHeaders, headersLeftOut, bodyLength, path, operation },
      ...{ orderIdText, bytes: body.toString('latin1') },
    },
    packOutcome(entry, bodies),
  ];
}

const withoutData = { list: undefined, bytes: undefined };

export function packOutcome(entry: JournalEntry, bodies: WrittenBodies): ExchangeOutcome {
  const { cancel, refusal, reason, gate, end, endedAt, status, responseLength, responseBody } = entry;
  return {
    ...{ cancel, refusal, reason, gate, end, endedAt, status, responseLength },
    // The bytes and lists of an effect are not shown.
    faults: entry.faults.map(({ id, did, effect }) => ({
      ...{ id, did },
      effect: { ...effect, ...withoutData } as FiredFault['effect'],
    })),
    headers: entry.responseHeaders,
    body: Buffer.isBuffer(responseBody) ? packBody(responseBody, bodies) : responseBody,
    gaps: showGaps(entry),
  };
}

function packBody(body: Buffer, bodies: WrittenBodies): ExchangeOutcome['body'] {
  const at = bodies.get(body);
  if (at !== undefined) return { at };
  bodies.set(body, bodies.size);
  return { bytes: body.toString('latin1') };
}

/** @param bodies those that were read before */
export function unpackExchange([request, outcome]: PackedExchange, bodies: Buffer[]): JournalEntry {
  const { bytes, ...rest } = request;
  const body = Buffer.from(bytes, 'latin1');
  const entry: JournalEntry = {
    ...rest,
    // The journal says when.
    begun: 0,
    ended: 0,
    body,
    bytes: bytesOfRequest({ target: rest.target, rawHeaders: rest.rawHeaders, body }),
    ...fieldsOf(outcome, bodies),
  };
  return entry;
}

/** The fields of an entry that `packOutcome` wrote. */
export function fieldsOf({ gaps, faults, headers, body, ...rest }: ExchangeOutcome, bodies: Buffer[]) {
  if (typeof body === 'object' && 'bytes' in body) bodies.push(Buffer.from(body.bytes, 'latin1'));
  return {
    ...{ cancel: undefined, refusal: undefined, reason: undefined, gate: undefined },
    ...{ end: undefined, endedAt: undefined, status: undefined },
    ...rest,
    faults,
    responseHeaders: headers,
    responseBody: typeof body === 'object' ? bodies['at' in body ? body.at : bodies.length - 1] : body,
    reliedOn: Object.keys(gaps) as JournalEntry['reliedOn'],
    // Nobody reads a choice on which the exchange did not rely.
    choices: gaps as JournalEntry['choices'],
  };
}
