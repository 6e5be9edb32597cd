import { hash } from 'node:crypto';
import { readOrderId } from '../../../order-id.ts';
import type { SavableKeys } from '../api-keys.ts';
import type { Choices } from '../gaps/choices.ts';
import type { JournalContext, KnownOrders } from '../journal/journal-context.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import { notesOnRequest } from '../journal/notes/notes.ts';
import { orderReasons } from '../journal/order-reasons.ts';
import { createRedactor, type Redactor } from '../journal/redactor.ts';
import { headerFields } from '../journal/request-fields.ts';
import { sentKeyId } from '../journal/sent-key.ts';
import { showBody } from '../journal/show-body.ts';
import { showExchange, showGaps, showOrder } from '../journal/show-exchange.ts';
import { traceParentOf } from '../journal/trace-parent.ts';
import { isDigestOfInteger } from './shared-settings.ts';
import { writeExchange } from './stored-exchange.ts';

/** A body of many exchanges, which the shared store keeps once. */
export type CommonBody = {
  readonly digest: string;
  readonly text: string;
  /** Whether the shared store has it, as far as this process knows. */
  sent: boolean;
};

/** An exchange for the shared store, without its number and without keys. */
export type WrittenExchange = { readonly text: string; readonly body: CommonBody | undefined };

/** What requests with the same headers have in common. */
type Sender = {
  readonly redactor: Redactor;
  /** The members of the JSON of an exchange that come from the headers. */
  readonly members: string;
  /** Paths, and starts of paths before an order id, as JSON. */
  readonly paths: Map<string, string>;
  /** Whether no secret can be a part of an order id, or reach into one. */
  readonly leavesIds: boolean;
  readonly answers: Map<string, string>;
  readonly bodies: WeakMap<Buffer, CommonBody>;
};

const maxKept = 200;
const noOrders: KnownOrders = { ids: [], pending: [] };

/**
 * Writes exchanges for the shared store. Fast path: keys are removed from the headers, lists and paths of requests once, and
 * not for each of the many equal ones; what has a fault, a query or a body of the request is shown as the journal shows it.
 */
export class ExchangeWriter {
  readonly #context: JournalContext;
  /** The keys in force; another object when they change. */
  readonly #keys: () => Pick<SavableKeys, 'save'>;
  #keysBefore: object | undefined;
  #idsMayBeKeys = true;
  readonly #senders = new Map<string, Sender>();
  readonly #gaps = new WeakMap<Choices, Map<string, string>>();

  constructor(context: JournalContext, keys: () => Pick<SavableKeys, 'save'>) {
    this.#context = context;
    this.#keys = keys;
  }

  /** Writes an exchange that ends like this. What depends on the orders is left to `explainStored`. */
  write(entry: JournalEntry, end: JournalEntry['end'], endedAt: JournalEntry['endedAt']): WrittenExchange {
    const { cancel, reason } = entry;
    const explains = cancel !== undefined && cancel !== 'cancelled' && reason === orderReasons[cancel];
    if (isPlain(entry, explains)) return this.#writePlain(entry, explains, end, endedAt);
    const given = { ...entry, end, endedAt, reason: explains ? undefined : reason };
    const redactor = createRedactor(entry, this.#context.ownsKey);
    const kept = { ...entry, orderIdText: redactor.text(entry.orderIdText), explains };
    return { text: writeExchange(showExchange(given, this.#context, noOrders), kept), body: undefined };
  }

  #writePlain(
    entry: JournalEntry,
    explains: boolean,
    end: JournalEntry['end'],
    endedAt: JournalEntry['endedAt'],
  ): WrittenExchange {
    const { begunAt, method, operation, path, cancel, refusal } = entry;
    const sender = this.#senderOf(entry);
    const idText = this.#idOf(entry, sender);
    const shown =
      `{"begunAt":${begunAt},${endedAt === undefined ? '' : `"endedAt":${endedAt},`}"method":"${method}",` +
      `"path":${this.#pathOf(entry, idText, sender)},"query":"",${sender.members},"operation":"${operation}",` +
      `${orderOf(entry)}${end === undefined ? '' : `"end":"${end}",`}"answer":${answerOf(entry, sender)},` +
      `"gaps":${this.#gapsOf(entry)},"faults":[],${this.#reasonOf(entry, explains, sender)}}`;
    const outcome =
      (cancel === undefined ? '' : `,"cancel":"${cancel}"`) +
      (refusal === undefined ? '' : `,"refusal":"${refusal}"`);
    const text = `{"shown":${shown},"path":"${path}","orderIdText":"${idText}"${outcome},"explains":${explains}}`;
    return { text, body: bodyOf(entry, sender) };
  }

  #senderOf({ rawHeaders }: JournalEntry): Sender {
    const keys = this.#keys();
    if (this.#keysBefore !== keys) {
      this.#senders.clear();
      this.#keysBefore = keys;
      this.#idsMayBeKeys = keys.save().held.some(({ text }) => isDigestOfInteger(text));
    }
    const text = rawHeaders.join('\n');
    const known = this.#senders.get(text);
    if (known !== undefined) return known;
    const redactor = createRedactor({ rawHeaders, target: '/' }, this.#context.ownsKey);
    const headers = shownHeaders(rawHeaders, redactor);
    const traceparent = traceParentOf(rawHeaders, redactor.text);
    const sentKey = sentKeyId(rawHeaders, this.#context.keyId);
    const members = JSON.stringify({ headers, traceparent, key: sentKey }).slice(1, -1);
    const leavesIds = redactor.secrets.every((secret) => !secret.includes('/') && !/^-?\d+$/.test(secret));
    const kept = { paths: new Map(), answers: new Map(), bodies: new WeakMap() };
    const sender = { redactor, members, leavesIds, ...kept };
    return keep(this.#senders, text, sender);
  }

  /** The id of the order, or `<redacted>` if it is a key. */
  #idOf({ orderIdText }: JournalEntry, { leavesIds, redactor }: Sender): string {
    if (orderIdText === '' || (leavesIds && !this.#idsMayBeKeys)) return orderIdText;
    return redactor.text(orderIdText);
  }

  /** Only the id of a cancel differs from those before. */
  #pathOf({ target, orderIdText: id }: JournalEntry, idText: string, sender: Sender): string {
    const { paths, redactor, leavesIds } = sender;
    const start = target.slice(0, target.length - id.length);
    const redact = (): string => JSON.stringify(redactor.text(target));
    if (id === '') return paths.get(target) ?? keep(paths, target, redact());
    if (!leavesIds || !target.endsWith(id) || idText !== id) return redact();
    const known = paths.get(start) ?? keep(paths, start, JSON.stringify(redactor.text(start)));
    return `${known.slice(0, -1)}${id}"`;
  }

  #gapsOf(entry: JournalEntry): string {
    const texts = this.#gaps.get(entry.choices) ?? new Map<string, string>();
    if (texts.size === 0) this.#gaps.set(entry.choices, texts);
    const key = entry.reliedOn.join();
    return texts.get(key) ?? keep(texts, key, JSON.stringify(showGaps(entry)));
  }

  /** The reason of a refused key, with its notes. */
  #reasonOf(entry: JournalEntry, explains: boolean, { redactor }: Sender): string {
    if (explains || entry.reason === undefined) return '"notes":[]';
    const refused = entry.reason(entry, this.#context, noOrders);
    const shown = { ...refused, why: redactor.text(refused.why) };
    const notes = notesOnRequest(entry, this.#context).map(({ code, text }) => ({
      code,
      text: redactor.text(text),
    }));
    return `"refused":${JSON.stringify(shown)},"notes":${JSON.stringify(notes)}`;
  }
}

/**
 * Whether an exchange is a list or a cancel as most of them are: not refused, or only for its order or its key, and without a
 * query or a body of the request.
 */
function isPlain(entry: JournalEntry, explains: boolean): boolean {
  const { path, operation, target, bodyLength, faults, gate, cancel, status, refusal } = entry;
  const refusedForKey = refusal === 'unauthorized';
  return (
    (path === 'orders' || (path === 'order' && (cancel !== undefined || refusedForKey))) &&
    operation !== undefined &&
    (entry.reason === undefined || explains || refusedForKey) &&
    (path === 'orders' || readOrderId(entry.orderIdText).kind === 'order-id') &&
    bodyLength === 0 &&
    faults.length === 0 &&
    gate === undefined &&
    status !== undefined &&
    target.startsWith('/') &&
    !target.includes('?')
  );
}

function orderOf(entry: JournalEntry): string {
  const order = showOrder(entry);
  if (order === undefined) return '';
  const { before, after } = order;
  const states = before === undefined ? '' : `,"before":"${before}","after":"${after}"`;
  return `"order":{"id":"${order.id}"${states}},`;
}

function shownHeaders(rawHeaders: readonly string[], redactor: Redactor) {
  return headerFields(rawHeaders).map(([name, value]) => ({ name, value: redactor.header(name, value) }));
}

/** Without the body if it is a common one. */
function answerOf(entry: JournalEntry, { answers, redactor }: Sender): string {
  const { status, responseHeaders, responseBody, responseLength } = entry;
  const own = Buffer.isBuffer(responseBody) ? undefined : responseBody;
  const key = `${status}\n${responseLength}\n${responseHeaders.join('\n')}\n\n${own ?? ''}`;
  const known = answers.get(key);
  if (known !== undefined) return known;
  const headers = shownHeaders(responseHeaders, redactor);
  const body = own === undefined ? undefined : showBody(own, responseLength, redactor);
  return keep(answers, key, JSON.stringify({ status, headers, body }));
}

function bodyOf(
  { responseBody, responseLength }: JournalEntry,
  { bodies, redactor }: Sender,
): CommonBody | undefined {
  if (!Buffer.isBuffer(responseBody)) return undefined;
  const known = bodies.get(responseBody);
  if (known !== undefined) return known;
  const text = JSON.stringify(showBody(responseBody, responseLength, redactor));
  const body = { digest: hash('sha256', text, 'base64url').slice(0, 22), text, sent: false };
  bodies.set(responseBody, body);
  return body;
}

/** Keeps a value, and nothing else once there are many. */
function keep<T>(values: Map<string, T>, key: string, value: T): T {
  if (values.size >= maxKept) values.clear();
  values.set(key, value);
  return value;
}
