import type { CancelOutcome } from '../../orders/order-store.ts';
import type { Choices } from '../gaps/choices.ts';
import type { GapKey } from '../gaps/gaps.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { JournalExchange, ShownBody } from '../journal/journal-exchange.ts';

/** What the shared store keeps of an exchange besides what is shown. */
export type Kept = {
  readonly path: JournalEntry['path'];
  readonly orderIdText: string;
  readonly cancel: CancelOutcome['kind'] | undefined;
  readonly refusal: string | undefined;
};

/** An entry that was read from the shared store, with its exchange. */
export type StoredEntry = JournalEntry & { readonly shown: JournalExchange };

/** Writes an exchange for the shared store, without its number. */
export function writeExchange(
  { order, ...shown }: JournalExchange,
  { path, orderIdText, cancel, refusal }: Kept,
): string {
  const withText = order === undefined ? undefined : { ...order, id: `${order.id}` };
  return JSON.stringify({ shown: { ...shown, order: withText }, path, orderIdText, cancel, refusal });
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
