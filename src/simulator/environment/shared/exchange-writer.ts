import { hash } from 'node:crypto';
import type { MaybePromise } from '../../../shared/maybe-promise.ts';
import type { JournalContext } from '../journal/journal-context.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import { createRedactor, type Redactor } from '../journal/redactor.ts';
import { headerFields } from '../journal/request-fields.ts';
import { sentKeyId } from '../journal/sent-key.ts';
import { showBody } from '../journal/show-body.ts';
import { showExchanges, showGaps } from '../journal/show-exchange.ts';
import { traceParentOf } from '../journal/trace-parent.ts';
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

/**
 * Writes exchanges for the shared store. Fast path: keys are removed from the headers, lists and paths of requests once, and
 * not for each of the many equal ones; what has a note, a reason or a body of its own is shown as the journal shows it.
 */
export class ExchangeWriter {
  readonly #context: JournalContext;
  /** The keys in force; another object when they change. */
  readonly #keys: () => object;
  #keysBefore: object | undefined;
  readonly #senders = new Map<string, Sender>();
  readonly #gaps = new Map<string, string>();

  constructor(context: JournalContext, keys: () => object) {
    this.#context = context;
    this.#keys = keys;
  }

  write(entry: JournalEntry): MaybePromise<WrittenExchange> {
    return isPlain(entry) ? this.#writePlain(entry) : this.#writeShown(entry);
  }

  async #writeShown(entry: JournalEntry): Promise<WrittenExchange> {
    const [shown] = await showExchanges([entry], this.#context);
    if (shown === undefined) throw new Error('an entry was not shown');
    return { text: writeExchange(shown, entry), body: undefined };
  }

  #writePlain(entry: JournalEntry): WrittenExchange {
    const { begunAt, endedAt, method, operation, end, path, orderIdText, cancel } = entry;
    const sender = this.#senderOf(entry);
    const order =
      cancel === undefined ? '' : `"order":{"id":"${orderIdText}","before":"pending","after":"cancelled"},`;
    const ended = endedAt === undefined ? '' : `"endedAt":${endedAt},`;
    const shown =
      `{"begunAt":${begunAt},${ended}"method":"${method}","path":${this.#pathOf(entry, sender)},"query":"",` +
      `${sender.members},"operation":"${operation}",${order}"end":"${end}","answer":${answerOf(entry, sender)},` +
      `"gaps":${this.#gapsOf(entry)},"faults":[],"notes":[]}`;
    const outcome = cancel === undefined ? '' : `,"cancel":"${cancel}"`;
    const text = `{"shown":${shown},"path":"${path}","orderIdText":"${orderIdText}"${outcome}}`;
    return { text, body: bodyOf(entry, sender) };
  }

  #senderOf({ rawHeaders }: JournalEntry): Sender {
    if (this.#keysBefore !== this.#keys()) this.#senders.clear();
    this.#keysBefore = this.#keys();
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

  /** Only the id of a cancel differs from those before: it is redacted if it is a key itself. */
  #pathOf({ target, orderIdText: id }: JournalEntry, sender: Sender): string {
    const { paths, redactor, leavesIds } = sender;
    const start = target.slice(0, target.length - id.length);
    const redact = (): string => JSON.stringify(redactor.text(target));
    if (id === '') return paths.get(target) ?? keep(paths, target, redact());
    if (!leavesIds || !target.endsWith(id) || this.#context.ownsKey(id)) return redact();
    const known = paths.get(start) ?? keep(paths, start, JSON.stringify(redactor.text(start)));
    return `${known.slice(0, -1)}${id}"`;
  }

  #gapsOf(entry: JournalEntry): string {
    const choices = entry.reliedOn.map((key) => entry.choices[key]);
    const key = `${entry.reliedOn.join()} ${choices.join()}`;
    return this.#gaps.get(key) ?? keep(this.#gaps, key, JSON.stringify(showGaps(entry)));
  }
}

/** Whether an exchange is a list or a cancel as most of them are: without a note, a reason, or a body of the request. */
function isPlain(entry: JournalEntry): boolean {
  const { path, operation, target, bodyLength, faults, gate, cancel, status, end } = entry;
  return (
    (path === 'orders' || (path === 'order' && cancel === 'cancelled')) &&
    operation !== undefined &&
    entry.refusal === undefined &&
    entry.reason === undefined &&
    bodyLength === 0 &&
    faults.length === 0 &&
    gate === undefined &&
    status !== undefined &&
    end !== undefined &&
    target.startsWith('/') &&
    !target.includes('?')
  );
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
