import { expect, test } from 'vitest';
import { UserError } from '../user-error.ts';
import { findProxy } from './read-check-flags.ts';

const https = 'https://shop.example/v1';

test.each([
  [https, { HTTPS_PROXY: 'http://p:1' }, 'http://p:1'],
  [https, { HTTPS_PROXY: 'http://p:1', https_proxy: 'http://q:2' }, 'http://q:2'],
  [https, { HTTP_PROXY: 'http://p:1' }, undefined],
  [https, { ALL_PROXY: 'http://p:1', https_proxy: 'http://q:2' }, 'http://q:2'],
  [https, { HTTPS_PROXY: 'p.example:3128' }, 'http://p.example:3128'],
  [https, { HTTPS_PROXY: '' }, undefined],
  [https, { https_proxy: '', HTTPS_PROXY: 'http://p:1', ALL_PROXY: 'http://q:2' }, undefined],
  ['http://localhost:4010/v1', { HTTP_PROXY: 'http://p:1' }, undefined],
])('for %s and %j the proxy is %s', (url, env, proxy) => {
  expect(findProxy(url, env)).toBe(proxy);
});

test.each([
  ['*', https, true],
  ['shop.example', https, true],
  ['.example', https, true],
  ['op.example', https, false],
  ['other.example, shop.example', https, true],
  ['shop.example:443', https, true],
  ['shop.example:8443', https, false],
  ['shop.example', 'https://shop.example.net/v1', false],
  ['[2001:db8::7]:8443', 'https://[2001:db8::7]:8443/v1', true],
  ['', https, false],
])('NO_PROXY=%s excepts %s: %s', (noProxy, url, excepted) => {
  const env = { HTTPS_PROXY: 'http://p:1', NO_PROXY: noProxy };
  expect(findProxy(url, env)).toBe(excepted ? undefined : 'http://p:1');
  expect(findProxy(url, { ...env, NO_PROXY: 'nothing', no_proxy: noProxy })).toBe(
    excepted ? undefined : 'http://p:1',
  );
});

test.each([
  ['socks5://me:secret@p:1080', 'HTTPS_PROXY has the scheme socks5:; expected the address of an HTTP proxy'],
  ['http://me:secret%ff@p', 'HTTPS_PROXY has credentials that are not percent-encoded UTF-8'],
])('rejects the proxy %s without its password', (proxy, message) => {
  const find = () => findProxy(https, { HTTPS_PROXY: proxy });
  expect(find).toThrow(UserError);
  expect(find).toThrow(message);
  expect(find).not.toThrow(/secret/);
});
