import { expect, test } from 'vitest';
import { matchRoute } from './route.ts';

const origins = ['', 'http://any.host', 'HTTP://ANY.host:8080', 'https://any.host', 'Https://[::1]'];

test.each(origins)('a target with the origin "%s" has the same route', (origin) => {
  const route = { environment: 'qa', path: 'order', parameter: '7', query: '?a=/b' };
  expect(matchRoute(`${origin}/qa/v1/store/orders/7?a=/b`)).toEqual(route);
});

test.each([
  '*',
  'file://any.host/v1/store/orders',
  'xhttp://any.host/v1/store/orders',
  'http://any.host',
  'http://any.host?/v1/store/orders',
  'http://any.host#/v1/store/orders',
  '/http://any.host/v1/store/orders',
  '/production/v1/store/orders',
  '//v1/store/orders',
  '/a/b/v1/store/orders',
  '/qa/v1',
  '/V1/store/orders',
  '/qa',
])('the target %s is outside every environment', (target) => {
  expect(matchRoute(target)).toMatchObject({ environment: undefined, path: undefined, parameter: '' });
});

test.each([
  ['/store/orders', 'orders', ''],
  ['/store/orders/', 'order', ''],
  ['/store/orders/7', 'order', '7'],
  ['/pets/7', 'pet', '7'],
  ['/store/orders/7/', undefined, ''],
  ['/store/orders/%2F7', undefined, ''],
  ['/store/orders/%2f', undefined, ''],
  ['/store/orders/%', undefined, ''],
  ['/store/orders/%4', undefined, ''],
  ['/store/orders/%4g', undefined, ''],
  ['/pets/', undefined, ''],
  ['/pets', undefined, ''],
  ['/store/order', undefined, ''],
  ['/x/../store/orders', undefined, ''],
  ['/store/orders#x', undefined, ''],
])('the path %s of an environment is %s with the parameter "%s"', (path, name, parameter) => {
  const query = '';
  expect(matchRoute(`/v1${path}`)).toEqual({ environment: 'production', path: name, parameter, query });
  expect(matchRoute(`/qa/v1${path}`)).toEqual({ environment: 'qa', path: name, parameter, query });
});

test('only percent-encoded unreserved characters are decoded: RFC 3986, 2.3', () => {
  for (let code = 0; code < 256; code++) {
    const encoded = `%${code.toString(16).padStart(2, '0')}`;
    if (encoded === '%2f') continue;
    const character = String.fromCharCode(code);
    const expected = /[A-Za-z0-9._~-]/.test(character) ? character : encoded;
    for (const spelling of [encoded, encoded.toUpperCase()])
      expect(matchRoute(`/v1/pets/${spelling}x`).parameter.toLowerCase()).toBe(`${expected}x`.toLowerCase());
  }
  expect(matchRoute('/v1/pets/%41%7a%2B').parameter).toBe('Az%2B');
});

test('the quickstart has one path', () => {
  const route = { environment: 'production', path: 'messages', parameter: '', query: '?a' };
  expect(matchRoute('/quickstart/messages?a')).toEqual(route);
  expect(matchRoute('/quickstart/messages/').path).toBeUndefined();
});
