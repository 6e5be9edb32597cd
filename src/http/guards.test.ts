import { expect, test } from 'vitest';
import { allowedHosts, refuseToken, refuseWebPage, splitHost } from './guards.ts';

const allowed = allowedHosts(['Sim.Test', 'fd00::7']);

function codeFor(headers: Readonly<Record<string, string>>, hosts = 1): unknown {
  const refused = refuseWebPage({ headers, url: '/environments', method: 'GET' }, hosts, allowed);
  return refused === undefined ? 'allowed' : 'json' in refused && refused.json;
}

test.each([
  ['LOCALHOST:4011', 'localhost', 4011],
  ['[::1]:4011', '[::1]', 4011],
  ['a:b', 'a:b', 80],
  ['a:1:2', 'a:1', 2],
  ['', '', 80],
])('the Host "%s" has the name %s and the port %i', (host, name, port) => {
  expect(splitHost(host)).toEqual({ name, port });
});

test.each([
  [{ host: 'localhost' }, 1],
  [{ host: 'SIM.test:1' }, 1],
  [{ host: 'localhost:1', origin: 'http://localhost:1' }, 1],
  [{ host: 'localhost', 'sec-fetch-site': 'same-origin' }, 1],
  [{ host: 'localhost', 'sec-fetch-site': 'none' }, 1],
])('the headers %j are allowed', (headers, hosts) => {
  expect(codeFor(headers, hosts)).toBe('allowed');
});

test('`*` allows every Host, but no other web page', () => {
  const every = allowedHosts(['*']);
  expect(refuseWebPage({ headers: { host: 'sim.team.svc:4011' } }, 1, every)).toBeUndefined();
  const headers = { host: 'evil.example', origin: 'http://other.example' };
  expect(refuseWebPage({ headers }, 1, every)?.status).toBe(403);
});

const listed = 'localhost, 127.0.0.1, [::1], sim.test, [fd00::7]';

test.each([
  [{}, 0, 'not exactly one'],
  [{ host: 'localhost' }, 2, 'not exactly one'],
  [{ host: '' }, 1, '""'],
  [{ host: 'evil.example:4011' }, 1, '"evil.example:4011"'],
])('the headers %j with %i Host headers are refused for the Host', (headers, hosts, given) => {
  expect(codeFor(headers, hosts)).toEqual({
    code: 'host_not_allowed',
    status: 403,
    message: `Host is ${given}; expected one of ${listed}; start the simulator with --control-hosts NAME to allow another name`,
  });
});

test.each([
  { origin: 'http://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:1' },
  { origin: 'xhttp://localhost' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
])('the headers %j are refused as those of another page', (headers) => {
  expect(codeFor({ host: 'localhost', ...headers })).toEqual({
    code: 'origin_not_allowed',
    status: 403,
    message: 'The control API refuses requests from other web pages.',
  });
});

const visit = { host: 'localhost', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
const document = { ...visit, 'sec-fetch-dest': 'document' };

test.each([
  ['GET', '/', document, undefined],
  ['GET', '/?from=docs', document, undefined],
  ['GET', '/environments', document, 403],
  ['POST', '/', document, 403],
  ['GET', '/', { ...document, origin: 'http://evil.example' }, 403],
  ['GET', '/', { ...visit, 'sec-fetch-dest': 'iframe' }, 403],
  ['GET', '/', { ...document, host: 'evil.example' }, 403],
])('a link of another page leads only to the console: %s %s %j', (method, url, headers, status) => {
  expect(refuseWebPage({ method, url, headers }, 1, allowed)?.status).toBe(status);
});

const hint =
  'send "Authorization: Bearer TOKEN" with the value of SIM_CONTROL_TOKEN or the token printed at the start';

test('accepts the token, with a scheme in any case', () => {
  expect(refuseToken(['bearer the-token'], 'the-token')).toBeUndefined();
});

test.each([
  [[], 'Bearer', `The token is missing; ${hint}.`],
  [['Basic x'], 'Bearer', `The token is missing; ${hint}.`],
  [['Bearer the-token', 'Bearer the-token'], 'Bearer', `The token is missing; ${hint}.`],
  [
    ['Bearer wrong'],
    'Bearer error="invalid_token"',
    `The token is not the token of this control API; ${hint}.`,
  ],
])('says of %j whether the token is missing or wrong, and where to find it', (given, challenge, message) => {
  expect(refuseToken(given, 'the-token')).toEqual({
    status: 401,
    headers: ['WWW-Authenticate', challenge],
    json: { code: 'unauthorized', message, status: 401 },
  });
});
