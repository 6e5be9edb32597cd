import { testKey } from '../../../support/open-test-simulator.ts';

/** A request of raw bytes and its expected result. */
export type RawCase = {
  readonly what: string;
  readonly bytes: string | Buffer;
  /** The statuses of the responses; `[]` if the server closes the connection without a response. */
  readonly expected: readonly number[];
};

/** A header line with a valid key. */
export const key: string = `Authorization: Bearer ${testKey}`;
/** The path of the list. */
export const list: string = '/v1/store/orders';
/** The header line that closes the connection after the response. */
export const close: string = 'Connection: close';

/** A GET of the list. */
export function get(...lines: readonly string[]): string {
  return [`GET ${list} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

/** A cancel of order 1 with a valid key; lines after an empty one are its body. */
export function cancel(...lines: readonly string[]): string {
  return [`DELETE ${list}/1 HTTP/1.1`, 'Host: a', key, close, ...lines, '', ''].join('\r\n');
}

/** A cancel with this text as id. */
export function cancelOf(id: string): string {
  return [`DELETE ${list}/${id} HTTP/1.1`, 'Host: a', key, close, '', ''].join('\r\n');
}

/** A message to the quickstart. */
export function post(...lines: readonly string[]): string {
  const head = [
    'POST /quickstart/messages HTTP/1.1',
    'Host: a',
    key,
    close,
    'Content-Type: application/json',
  ];
  return [...head, ...lines, '', ''].join('\r\n');
}

/** A cancel of order 1 whose body is a cancel of order 2. */
export function hidden(framing: 'Content-Length' | 'Transfer-Encoding'): string {
  const inner = [`DELETE ${list}/2 HTTP/1.1`, 'Host: a', key, '', ''].join('\r\n');
  if (framing === 'Content-Length') return cancel(`Content-Length: ${inner.length}`) + inner;
  const chunk = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`;
  return cancel('Transfer-Encoding: chunked') + chunk;
}
