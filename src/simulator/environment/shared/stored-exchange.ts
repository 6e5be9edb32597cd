import type { CancelOutcome } from '../../orders/order-store.ts';
import type { Choices } from '../gaps/choices.ts';
import type { GapKey } from '../gaps/gaps.ts';
import { type JournalContext, readKnownOrders } from '../journal/journal-context.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { JournalExchange, ShownBody } from '../journal/journal-exchange.ts';
import { notesOnId } from '../journal/notes/notes.ts';
import { orderReasons } from '../journal/order-reasons.ts';

/** What the shared store keeps of an exchange besides what is shown. */
export type Kept = {
  readonly path: JournalEntry['path'];
  /** Without keys. */
  readonly orderIdText: string;
  readonly cancel: CancelOutcome['kind'] | undefined;
  readonly refusal: string | undefined;
  /** Whether the order is the reason of the refusal. It is explained when the exchange is read. */
  readonly explains: boolean;
};

/** An entry that was read from the shared store, with its exchange. */
export type StoredEntry = JournalEntry & { readonly shown: JournalExchange; readonly explains: boolean };

/** Writes an exchange for the shared store, without its number. */
export function writeExchange(
  { order, ...shown }: JournalExchange,
  { path, orderIdText, cancel, refusal, explains }: Kept,
): string {
  const withText = order === undefined ? undefined : { ...order, id: `${order.id}` };
  const kept: Kept = { path, orderIdText, cancel, refusal, explains };
  return JSON.stringify({ shown: { ...shown, order: withText }, ...kept });
}

type Read = Kept & {
  readonly shown: Omit<JournalExchange, 'order'> & {
    readonly order?: Omit<NonNullable<JournalExchange['order']>, 'id'> & { readonly id: string };
  };
};

/** Reads an exchange that was written, with the body that it has in common with others. */
export function readExchange(number: number, text: string, body: string | undefined): StoredEntry {
  const { shown: read, ...kept } = JSON.parse(text) as Read;
  const order = read.order === undefined ? undefined : { ...read.order, id: BigInt(read.order.id) };
  const answer =
    read.answer === undefined || body === undefined
      ? read.answer
      : { ...read.answer, body: JSON.parse(body) as ShownBody };
  return asEntry({ ...read, number, order, answer }, kept);
}

/** Adds what depends on the orders to exchanges: the reasons of refusals, and notes on ids that lost digits. */
export async function explainStored(
  entries: readonly StoredEntry[],
  context: JournalContext,
): Promise<readonly JournalExchange[]> {
  if (entries.every(({ cancel }) => cancel === undefined || cancel === 'cancelled'))
    return entries.map(({ shown }) => shown);
  const known = await readKnownOrders(context);
  return entries.map((entry) => {
    const { shown, cancel, explains } = entry;
    if (cancel === undefined || cancel === 'cancelled') return shown;
    const refused = explains ? orderReasons[cancel](entry, context, known) : shown.refused;
    return { ...shown, refused, notes: [...shown.notes, ...notesOnId(entry, known)] };
  });
}

/** Restores what checks and filters read of an entry. */
function asEntry(shown: JournalExchange, kept: Kept): StoredEntry {
  return {
    ...kept,
    shown,
    number: shown.number,
    begunAt: shown.begunAt,
    method: shown.method,
    target: shown.path + shown.query,
    rawHeaders: shown.headers.flatMap(({ name, value }) => [name, value]),
    body: Buffer.alloc(0),
    bodyLength: shown.body?.length ?? 0,
    operation: shown.operation,
    // Only the choices that the exchange relied on are kept.
    choices: shown.gaps as Choices,
    reliedOn: Object.keys(shown.gaps) as GapKey[],
    reason: undefined,
    faults: [],
    gate: shown.gate,
    end: shown.end,
    endedAt: shown.endedAt,
    status: shown.answer?.status,
    responseHeaders: [],
    responseBody: undefined,
    responseLength: shown.answer?.body?.length ?? 0,
  };
}
