import { expect, test } from 'vitest';
import { entry, har, type Recorded } from '../../../test/traffic/har/recording.ts';
import { readHarText } from './read-har.ts';

const read = (...entries: readonly object[]) => readHarText(har(...entries), 'it.har');

test.each([
  ['h2', '', 'HTTP/2 200'],
  ['HTTP/1.1', 'OK', 'HTTP/1.1 200 OK'],
  ['unknown', 'OK', 'HTTP 200 OK'],
])('a response of version %j with the text %j has the status line %s', (httpVersion, statusText, line) => {
  const outcome = read(entry({ response: { httpVersion, statusText } })).recorded[0]?.exchange.outcome;
  expect(outcome).toMatchObject({ response: { statusLine: line } });
});

const asks = (name: string) => ({ request: { headers: [{ name, value: 'x' }] } });
test.each<[string, Recorded, readonly string[]]>([
  ['a browser read from its cache', { entry: { _fromCache: 'memory' } }, ['cached']],
  ['a service worker fetched', { entry: { _fetchedViaServiceWorker: true } }, ['cached']],
  ['has not changed for a cache', { status: 304, ...asks('If-Modified-Since') }, ['cached']],
  ['has not changed for no cache', { status: 304, ...asks('Accept') }, []],
  ['a cache asked for and got whole', { status: 200, ...asks('If-None-Match') }, []],
])('a response that %s comes from a cache, or not', (_, recorded, ignored) => {
  expect(read(entry(recorded)).ignored).toEqual(ignored);
});

test.each([
  ['GET', 'xhttps://orders.example/v1/store/orders', 0],
  ['PUT', '/store/orders/1', 0],
  ['DELETE', '/store/orders/1/items', 0],
  ['DELETE', '/store/orders/1', 1],
])('%s %s is %i operation of the contract', (method, url, length) => {
  expect(readHarText(har(entry({ method, url })), 'it.har', 'https://orders.example/v1//')).toMatchObject({
    baseUrl: 'https://orders.example/v1',
    recorded: { length },
  });
});
