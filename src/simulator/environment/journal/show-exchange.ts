import type { Header } from '../../../control-api.ts';
import { readOrderId } from '../../../order-id.ts';
import type { OrderStatus } from '../../orders/order.ts';
import type { CancelOutcome } from '../../orders/order-store.ts';
import type { GapChoiceTexts } from '../initial-state.ts';
import { type JournalContext, type KnownOrders, readKnownOrders } from './journal-context.ts';
import type { JournalEntry } from './journal-entry.ts';
import { notesOn } from './notes/notes.ts';
import { createRedactor, type Redactor, showBody } from './redactor.ts';
import { explainRefusal } from './refusal-reason.ts';
import { headerFields, headerValues, splitTarget, traceParentOf } from './request-fields.ts';

/** Converts entries to the form that the control API sends. Refusals are explained with the current orders of the store. */
export function showExchanges(
  entries: readonly JournalEntry[],
  context: JournalContext,
): readonly JournalExchange[] {
  const needsOrders = entries.some(({ cancel }) => cancel !== undefined && cancel !== 'cancelled');
  const known = needsOrders ? readKnownOrders(context) : { ids: [], pending: [] };
  const secrets = context.secrets();
  return entries.map((entry) => showExchange(entry, { ...context, secrets: () => secrets }, known));
}

/** One request with its response in the journal, without keys. */
export type JournalExchange = ReturnType<typeof showExchange>;

/** Converts one entry: redacts keys, and adds the status of the order, notes, and the reason of a refusal. */
export function showExchange(entry: JournalEntry, context: JournalContext, known: KnownOrders) {
  const redactor = createRedactor(entry, context.secrets());
  const { path, query } = splitTarget(entry.target);
  const refused = entry.reason && explainRefusal(entry.reason, entry, context, known);
  return {
    number: entry.number,
    begunAt: entry.begunAt,
    endedAt: entry.endedAt,
    method: entry.method,
    path: redactor.hide(path),
    query: redactor.query(query),
    headers: showHeaders(entry.rawHeaders, redactor),
    traceparent: traceParentOf(entry.rawHeaders, redactor.hide),
    body: showBody(entry.body, entry.bodyLength, redactor),
    operation: entry.operation,
    key: context.keys.idIn(headerValues(entry.rawHeaders, 'authorization')),
    order: showOrder(entry),
    end: entry.end,
    answer: showResponse(entry, redactor),
    gaps: showGaps(entry),
    faults: entry.faults.map(({ id, did }) => ({ id, did })),
    gate: entry.gate,
    refused: refused === undefined ? undefined : { ...refused, why: redactor.hide(refused.why) },
    notes: notesOn(entry, context, known).map(({ code, text }) => ({ code, text: redactor.hide(text) })),
  };
}

function showHeaders(rawHeaders: readonly string[], redactor: Redactor): readonly Header[] {
  return headerFields(rawHeaders).map(([name, value]) => ({ name, value: redactor.header(name, value) }));
}

const statesOf: Readonly<Record<CancelOutcome['kind'], readonly [OrderStatus?, OrderStatus?]>> = {
  cancelled: ['pending', 'cancelled'],
  'already-shipped': ['shipped', 'shipped'],
  'already-cancelled': ['cancelled', 'cancelled'],
  unknown: [],
};

/** The order of an exchange, if its path has the id of one. Without a status if the cancel was not tried. */
function showOrder({ orderIdText, cancel }: JournalEntry) {
  const reading = readOrderId(orderIdText);
  if (reading.kind === 'malformed') return undefined;
  const [before, after] = cancel === undefined ? [] : statesOf[cancel];
  return { id: reading.id, before, after };
}

/** The response; undefined before it is sent, and if a fault prevented it. */
function showResponse(entry: JournalEntry, redactor: Redactor) {
  const { status, responseHeaders, responseBody, responseLength } = entry;
  if (status === undefined) return undefined;
  return {
    status,
    headers: showHeaders(responseHeaders, redactor),
    body: showBody(responseBody, responseLength, redactor),
  };
}

/** The gaps that an exchange relied on, with their choices. */
export function showGaps({ reliedOn, choices }: Pick<JournalEntry, 'reliedOn' | 'choices'>): GapChoiceTexts {
  return Object.fromEntries(reliedOn.map((key) => [key, choices[key]]));
}
