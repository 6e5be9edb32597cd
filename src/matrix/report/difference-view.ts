import { plainText } from '../../report/plain-text.ts';
import type { ExchangeRecord } from '../../simulator/environment/record/run-recorder.ts';
import type { Difference } from '../model.ts';
import { differingHeaders, headersOf } from '../plan/differences.ts';

const ends: Readonly<Record<ExchangeRecord['end'], string>> = {
  answered: '',
  'client-gone': 'the client left',
  reset: 'connection reset',
  closed: 'connection closed',
  garbled: 'garbage instead of a response',
  cut: 'body cut short',
  failed: 'no response',
};

/** The maximum number of characters of a body in a line. */
const maxBody = 140;

/**
 * Returns two exchanges at the same place of a run, each in one line of plain text: `GET /v1/store/orders (exchange 3)`, and
 * what differs of the responses: the status, the headers and the part of the body around its first difference.
 */
export function viewDifference({ passing, failing }: Difference) {
  const shown = passing ?? failing;
  return {
    request: shown === undefined ? '' : `${shownRequest(shown)} (exchange ${shown.number})`,
    passing: responseOf(passing, failing),
    failing: responseOf(failing, passing),
  };
}

function shownRequest({ method, target }: ExchangeRecord): string {
  return plainText(`${method} ${target}`);
}

function responseOf(record: ExchangeRecord | undefined, other: ExchangeRecord | undefined): string {
  if (record === undefined) return 'not sent';
  const status = record.status === 0 ? '' : `${record.status}`;
  const all = [status, ends[record.end], ...headerParts(record, other), bodyPart(record, other)];
  const parts = all.filter((part) => part !== '');
  return parts.join(' ') || 'no response';
}

/** Returns the headers that the other response does not have, or has with another value. At most three. */
function headerParts(record: ExchangeRecord, other: ExchangeRecord | undefined): readonly string[] {
  if (other === undefined || other.status !== record.status) return [];
  const own = headersOf(record);
  return differingHeaders(record, other)
    .slice(0, 3)
    .map((name) =>
      own.has(name) ? `(${cut(plainText(`${name}: ${own.get(name)}`), 0, 100)})` : `(no ${name})`,
    );
}

function bodyPart(record: ExchangeRecord, other: ExchangeRecord | undefined): string {
  if (other !== undefined && record.body === other.body && record.bodyLength === other.bodyLength) return '';
  if (record.bodyLength === 0) return record.status === 0 ? '' : 'no body';
  // The record has only the beginning of a body.
  if (record.body === other?.body) return `body of ${record.bodyLength} bytes`;
  const at = other === undefined ? 0 : firstDifference(record.body, other.body);
  return cut(plainText(record.body), Math.max(0, at - 40), maxBody);
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

/** Returns at most `max` characters from `start`, with an ellipsis where something is left out. */
function cut(text: string, start: number, max: number): string {
  const from = start < 20 ? 0 : start;
  const part = text.slice(from, from + max).toWellFormed();
  return `${from > 0 ? '…' : ''}${part}${from + max < text.length ? '…' : ''}`;
}
