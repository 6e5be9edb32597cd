import { readOrderId } from '../../../order-id.ts';
import { basePathOf, type EnvironmentState } from '../environment.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import { notesOn } from '../journal/notes/notes.ts';
import { createRedactor, type Redactor, showBody } from '../journal/redactor.ts';
import { explainRefusal } from '../journal/refusal-reason.ts';
import { headerFields } from '../journal/request-fields.ts';
import { showGaps } from '../journal/show-exchange.ts';

export type EndedExchange = {
  /** The name of the environment. */
  readonly environment: string;
  readonly state: Pick<EnvironmentState, 'number' | 'keys' | 'secrets' | 'choices'>;
  readonly entry: JournalEntry;
  /** From the head of the request to the end of the response. */
  readonly seconds: number;
};

/** The maximum number of characters of a response body in a record. */
export const maxBodyText = 300;

/** What is redacted of a body: more than is shown, because the last word may be half a key and is left out. */
const redactedBytes = maxBodyText + 100;

/** Headers that differ between two runs without a difference of the service. */
const ownHeaders: ReadonlySet<string> = new Set(['date', 'sim-gaps']);

/** Converts an exchange to a record, redacted as in the journal. `endedAt` is on the machine's clock. */
export function recordExchange(ended: EndedExchange, endedAt: number) {
  const { environment, state, entry, seconds } = ended;
  const redactor = createRedactor(entry, state.secrets());
  return {
    kind: 'exchange' as const,
    environment,
    /** Counts the states of this environment from 1: a load or a reset begins the next one. */
    state: state.number,
    number: entry.number,
    /** Undefined for a path or a method without an operation. */
    operation: entry.operation,
    method: entry.method,
    target: redactor.target(),
    orderId: orderIdOf(entry),
    begunAt: endedAt - Math.round(seconds * 1000),
    endedAt,
    /** 0 if no response was sent. */
    status: entry.status ?? 0,
    end: entry.end ?? 'failed',
    headers: headersOf(entry, redactor),
    body: bodyOf(entry, redactor),
    /** In bytes, before faults. */
    bodyLength: entry.responseLength,
    /** Why the request was refused, and a request that would not be. Undefined if it was not. */
    refused: refusalOf(ended, redactor),
    /** The outcome of a cancel that was decided, whatever was sent: `cancelled` means that it took effect. */
    cancel: entry.cancel,
    gaps: showGaps(entry),
    faults: entry.faults.map(({ id }) => id),
  };
}

/** The order of a cancel, in decimal digits. */
function orderIdOf({ operation, orderIdText }: JournalEntry): string | undefined {
  return operation === 'cancelOrder' && readOrderId(orderIdText).kind === 'order-id'
    ? orderIdText
    : undefined;
}

/** Alternating names and values, as the journal has them: without those that Node adds, and without `Sim-Gaps`. */
function headersOf({ responseHeaders }: JournalEntry, redactor: Redactor): readonly string[] {
  return headerFields(responseHeaders).flatMap(([name, value]) =>
    ownHeaders.has(name.toLowerCase()) ? [] : [name, redactor.header(name, value)],
  );
}

/** At most 300 characters of the body, in base64 if it is not UTF-8. Cuts before it redacts: to redact 8 KiB takes longer than the rest of the exchange. */
function bodyOf({ responseBody, responseLength }: JournalEntry, redactor: Redactor): string {
  const kept =
    typeof responseBody === 'string'
      ? responseBody.slice(0, redactedBytes)
      : responseBody?.subarray(0, redactedBytes);
  const shown = showBody(kept, responseLength, redactor);
  return (shown?.text ?? shown?.base64 ?? '').slice(0, maxBodyText);
}

const noOrders = { ids: [], pending: [] };

/** The explanation of the journal, without the ids of orders. */
function refusalOf({ environment, state, entry }: EndedExchange, redactor: Redactor): string | undefined {
  if (entry.reason === undefined) return undefined;
  const { keys } = state;
  const context = { environment, keys, basePath: basePathOf(environment), keyOwner: () => undefined };
  const { step, why, wouldMatch } = explainRefusal(entry.reason, entry, context, noOrders);
  const notes = notesOn(entry, context, noOrders).map(({ text }) => text);
  const expected = step === 'order' || step === 'state' ? [] : [`Expected: ${wouldMatch}.`];
  const lines = [
    `${why.slice(0, 1).toUpperCase()}${why.slice(1)}.`,
    ...(notes.length > 0 ? notes : expected),
  ];
  return redactor.hide(lines.join(' ')).slice(0, maxBodyText);
}
