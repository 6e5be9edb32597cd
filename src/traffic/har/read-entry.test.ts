import { expect, test } from 'vitest';
import { entry, har, type Recorded } from '../../../test/traffic/har/recording.ts';
import type { ReceivedResponse } from '../../contract/exchange.ts';
import { readHarText } from './read-har.ts';

const read = (...entries: readonly object[]) => readHarText(har(...entries), 'it.har');

function responseOf(recorded: Recorded): ReceivedResponse {
  const outcome = read(entry(recorded)).recorded[0]?.exchange.outcome;
  if (outcome?.kind !== 'responded') throw new Error('no response was read');
  return outcome.response;
}

test.each([
  ['h2', '', 'HTTP/2 200'],
  ['h3', undefined, 'HTTP/3 200'],
  ['HTTP/1.1', 'OK', 'HTTP/1.1 200 OK'],
  ['unknown', 'OK', 'HTTP 200 OK'],
  [undefined, undefined, 'HTTP 200'],
])('a response of version %j with the text %j has the status line %s', (httpVersion, statusText, line) => {
  expect(responseOf({ response: { httpVersion, statusText } }).statusLine).toBe(line);
});

test.each<[string, object, readonly (readonly string[])[]]>([
  ['the type of its content', { content: { mimeType: 'text/plain' } }, [['Content-Type', 'text/plain']]],
  ['none without one', { content: {} }, []],
  ['none without content', { headers: undefined, content: undefined }, []],
])('a response whose headers were not recorded has %s', (_, response, headers) => {
  expect(responseOf({ headers: [], response }).rawHeaders).toEqual(headers);
});

const asks = (...names: readonly string[]) => ({
  request: { headers: names.map((name) => ({ name, value: 'x' })) },
});
test.each<[string, Recorded, number]>([
  ['a browser read from its cache', { entry: { _fromCache: 'memory' } }, 1],
  ['a service worker fetched', { entry: { _fetchedViaServiceWorker: true } }, 1],
  ['no service worker fetched', { entry: { _fetchedViaServiceWorker: false } }, 0],
  ['has not changed for a cache', { status: 304, ...asks('Accept', 'If-Modified-Since') }, 1],
  ['has not changed for no cache', { status: 304, ...asks('Accept') }, 0],
  ['has not changed without headers', { status: 304, request: { headers: undefined } }, 0],
  ['a cache asked for and got whole', { status: 200, ...asks('If-None-Match') }, 0],
  ['has other conditions', { status: 304, ...asks('X-If-None-Match', 'If-None-Matching') }, 0],
])('a response that %s comes from a cache, or not', (_, recorded, fromCache) => {
  expect(read(entry(recorded)).ignored).toEqual(fromCache === 1 ? ['cached'] : []);
});

test.each([
  ['the same size', { bodySize: 2, content: { size: 2, text: '[]' } }, true],
  ['another size', { bodySize: 22, content: { size: 2, text: '[]' } }, false],
  ['no size', { bodySize: undefined, content: { text: '[]' } }, false],
  ['no content', { bodySize: undefined, content: undefined }, false],
])('a list of %s as its message was asked for without compression: %j', (_, response, gzip) => {
  const headers = [{ name: 'Accept-Encoding', value: 'gzip' }];
  expect(read(entry({ request: { headers }, response })).recorded[0]?.asked.gzip).toBe(gzip);
  expect(read(entry({ response })).recorded[0]?.asked.gzip).toBe(false);
});

test.each<[string, Recorded, string | undefined]>([
  [
    'text that was left out of a body with a size',
    { response: { content: { text: '', size: 9 } } },
    undefined,
  ],
  ['text that is empty', { response: { content: { text: '', size: 0 } } }, ''],
  ['no content of a 204', { status: 204, response: { content: undefined } }, ''],
  ['no content of a 404', { status: 404, response: { content: undefined } }, undefined],
  ['the size of the message only', { response: { content: undefined, bodySize: 0 } }, ''],
])('a body recorded as %s is empty or unknown', (_, recorded, body) => {
  expect(responseOf(recorded).body?.toString()).toBe(body);
});

test.each([
  ['GET', 'https://orders.example/v1/store/orders', true],
  ['GET', 'xhttps://orders.example/v1/store/orders', false],
  ['GET', 'https://', false],
  ['PUT', '/store/orders/1', false],
  ['DELETE', '/store/orders', false],
  ['DELETE', '/old/store/orders/1', false],
  ['DELETE', '/store/orders/1/items', false],
])('%s %s is an operation of the contract: %j', (method, url, isOne) => {
  const reading = readHarText(har(entry({ method, url })), 'it.har', 'https://orders.example/v1//');
  expect(reading).toMatchObject({
    baseUrl: 'https://orders.example/v1',
    recorded: { length: isOne ? 1 : 0 },
  });
});
