import { gzipSync } from 'node:zlib';
import { cancel, entry } from './recording.ts';

/** The list that every recorder recorded. */
export const list = '[{"id":12,"petId":7,"quantity":1,"shipDate":"2026-01-20T10:00:00Z","complete":false}]';
const json = [
  { name: 'Date', value: 'Tue, 20 Jan 2026 10:00:00 GMT' },
  { name: 'Content-Type', value: 'application/json' },
];
const gzipped = [...json, { name: 'Content-Encoding', value: 'gzip' }];
const coded = gzipSync(list).length;
/** An entry of a list. */
export const recorded = (response: object, at = 0, of: object = {}): object =>
  entry({ at, response, entry: of });
/** A recorded list of which only the beginning was kept. */
export const cutBody = (size: number, text = list.slice(0, -9)) =>
  recorded({ headers: json, content: { size, mimeType: 'application/json', text } }, 3);
const noResponse = (response: object): object => entry({ at: 6, response });

/** A recorded list, one whose body the recorder did not keep whole, a request without a response, and a cancel. */
type Recorder = readonly [
  name: string,
  whole: object,
  part: object | undefined,
  failed: object,
  done: object,
];

/** Recordings in the shape of well-known recorders. */
export const recorders: readonly Recorder[] = [
  [
    'Firefox',
    recorded({
      headers: gzipped,
      bodySize: coded,
      content: { size: list.length, mimeType: 'application/json', text: list },
    }),
    cutBody(1_728_895),
    noResponse({
      status: 0,
      httpVersion: '',
      headers: [],
      bodySize: -1,
      content: { mimeType: 'text/plain', size: 0, text: '' },
    }),
    cancel(204, { at: 9, response: { content: { mimeType: 'text/plain', size: 0, text: '' } } }),
  ],
  [
    'mitmproxy',
    // Its size is that of the coded body.
    recorded({
      headers: gzipped,
      bodySize: gzipSync('[]').length,
      content: {
        size: gzipSync('[]').length,
        compression: 2 - gzipSync('[]').length,
        mimeType: 'application/json',
        text: '[]',
      },
    }),
    undefined,
    noResponse({
      status: 0,
      httpVersion: '',
      headers: [],
      bodySize: -1,
      content: {},
      _transferSize: 0,
      _error: null,
    }),
    cancel(204, {
      at: 9,
      response: { bodySize: 0, content: { size: 0, compression: 0, mimeType: '', text: '' } },
    }),
  ],
  [
    'Postman',
    recorded({
      headers: json,
      bodySize: null,
      content: { size: null, mimeType: 'application/json', text: list },
    }),
    recorded({ headers: json, content: null }, 3),
    noResponse({ status: undefined, headers: null, content: undefined }),
    cancel(204, { at: 9, response: { bodySize: null, content: undefined } }),
  ],
  [
    'Playwright',
    recorded({
      headers: json,
      bodySize: -1,
      content: { size: list.length, mimeType: 'application/json', text: list },
    }),
    recorded(
      {
        headers: json,
        bodySize: -1,
        // With `content: 'attach'`, bodies are in other files.
        content: { size: -1, mimeType: 'application/json', _file: 'list.json' },
      },
      3,
    ),
    noResponse({
      status: -1,
      headers: [],
      content: { size: -1, mimeType: 'x-unknown' },
      _failureText: 'net::ERR_ABORTED',
    }),
    cancel(204, { at: 9, response: { content: { size: -1, mimeType: 'x-unknown' } } }),
  ],
];
