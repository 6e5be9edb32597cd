import { expect, test } from 'vitest';
import type { ErrorBody } from '../../../src/control-api.ts';
import { controlRoutes } from '../../../src/simulator/control-api/control-routes.ts';
import { controlToken, openTestSimulator, testKey } from '../../support/open-test-simulator.ts';
import { request, sendRaw } from '../../support/raw-http.ts';

const routes = [
  ...controlRoutes
    .filter(({ open }) => !open)
    .map(({ method, path }) => ({ method, path: path.replace(/\{\w+\}/g, 'production') })),
  { method: 'GET', path: '/no/such/path' },
];
const right = `Authorization: Bearer ${controlToken}`;

const withoutRight: Readonly<Record<string, { headers: readonly string[]; query?: string }>> = {
  'no token': { headers: [] },
  'a wrong token': { headers: ['Authorization: Bearer wrong'] },
  'an API key of the service': { headers: [`Authorization: Bearer ${testKey}`] },
  'the token in the query': { headers: [], query: `?token=${controlToken}&access_token=${controlToken}` },
  'the token twice': { headers: [right, right] },
  'the token as Basic': { headers: [`Authorization: Basic ${btoa(`control:${controlToken}`)}`] },
  'the token in a cookie': { headers: [`Cookie: token=${controlToken}`] },
};

test.each(Object.entries(withoutRight))('every route refuses %s', async (_name, { headers, query = '' }) => {
  await using simulator = await openTestSimulator();
  const responses = [];
  for (const { method, path } of routes) {
    responses.push(await request(simulator.controlUrl, method, path + query, headers));
  }
  expect(responses.map(({ status }) => status)).toEqual(routes.map(() => 401));
  for (const { head, body } of responses) {
    expect(head).toMatch(/^www-authenticate: Bearer/im);
    expect(JSON.parse(body)).toMatchObject({ code: 'unauthorized', status: 401 });
  }
});

test.each([
  ['/environments', '; PUT /environments/{environment} creates one.'],
  ['/environments/production/orders', '; PUT /environments/{environment}/orders/{order} creates one.'],
  ['/scenarios', '/scenarios supports only GET, HEAD.'],
])('POST %s is refused, and the message says what creates one', async (path, end) => {
  await using simulator = await openTestSimulator();
  const headers = { Authorization: `Bearer ${controlToken}` };
  const response = await fetch(simulator.controlUrl + path, { method: 'POST', headers });
  expect(response.status).toBe(405);
  expect(((await response.json()) as ErrorBody).message).toContain(end);
});

test('only the console, its sign-in and the documents require no token, and they refuse web pages', async () => {
  const open = controlRoutes.filter((route) => route.open).map(({ method, path }) => `${method} ${path}`);
  expect(open).toEqual([
    'GET /',
    'GET /console/{file}',
    'POST /session',
    'GET /openapi',
    'GET /openapi/scenario.schema.json',
    'GET /openapi/{document}.yaml',
  ]);
  await using simulator = await openTestSimulator();
  const evil = 'GET / HTTP/1.1\r\nHost: evil.example\r\nAccept: text/html\r\nConnection: close\r\n\r\n';
  expect(await sendRaw(simulator.controlUrl, evil)).toMatch(/^HTTP\/1.1 403 /);
  for (const path of ['/', '/openapi', '/openapi/scenario.schema.json', '/openapi/control.yaml']) {
    const status = async (...headers: readonly string[]) =>
      (await request(simulator.controlUrl, 'GET', path, headers)).status;
    expect(await status()).toBe(200);
    expect(await status('Authorization: Bearer wrong')).toBe(200);
    expect(await status('Sec-Fetch-Site: cross-site')).toBe(403);
    expect(await status('Origin: http://evil.example')).toBe(403);
  }
});

test('the probes accept any Host and no token, and respond only with their status', async () => {
  await using simulator = await openTestSimulator();
  for (const [path, word] of [
    ['/livez', 'alive'],
    ['/readyz', 'ready'],
  ]) {
    const raw = `GET ${path} HTTP/1.1\r\nHost: 10.2.3.4:4011\r\nConnection: close\r\n\r\n`;
    const response = await sendRaw(simulator.controlUrl, raw);
    expect(response).toMatch(/^HTTP\/1.1 200 /);
    expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n')))).toEqual({ status: word });
  }
  const { status, head } = await request(simulator.controlUrl, 'DELETE', '/livez');
  expect([status, /^allow: (.*)$/im.exec(head)?.[1]]).toEqual([405, 'GET, HEAD']);
});

/** Headers that a browser adds. No request that a foreign page can cause is allowed. */
const browsers: readonly (readonly [string, 'allowed' | 'refused', readonly string[]])[] = [
  ['curl', 'allowed', []],
  ['a script with fetch', 'allowed', ['Sec-Fetch-Mode: cors']],
  [
    'a page of the control API itself',
    'allowed',
    ['Origin: http://localhost', 'Sec-Fetch-Site: same-origin'],
  ],
  ['an address typed by a person', 'allowed', ['Sec-Fetch-Site: none', 'Sec-Fetch-Mode: navigate']],
  ['a fetch of another site', 'refused', ['Origin: http://evil.example', 'Sec-Fetch-Site: cross-site']],
  ['a form of another site', 'refused', ['Origin: null', 'Sec-Fetch-Site: cross-site']],
  ['an image of another site', 'refused', ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Dest: image']],
  ['a page on another port', 'refused', ['Origin: http://localhost:3000', 'Sec-Fetch-Site: same-site']],
  ['a page on another port, to an image', 'refused', ['Sec-Fetch-Site: same-site']],
  ['an old browser without Sec-Fetch', 'refused', ['Origin: http://evil.example']],
  ['a sandboxed frame', 'refused', ['Origin: null']],
  ['a file', 'refused', ['Origin: file://']],
];

test.each(browsers)('%s is %s', async (_name, expected, headers) => {
  await using simulator = await openTestSimulator();
  const response = await request(simulator.controlUrl, 'GET', '/environments', [right, ...headers]);
  expect(response.status).toBe(expected === 'allowed' ? 200 : 403);
  expect(response.head).not.toMatch(/access-control/i);
});

test('a preflight of another site is refused without a CORS header', async () => {
  await using simulator = await openTestSimulator();
  const { status, head } = await request(simulator.controlUrl, 'OPTIONS', '/environments/production/reset', [
    'Origin: http://evil.example',
    'Access-Control-Request-Method: POST',
    'Access-Control-Request-Headers: authorization',
  ]);
  expect(status).toBe(403);
  expect(head).not.toMatch(/access-control/i);
});

const hostNames: readonly (readonly [string, number])[] = [
  ['localhost', 200],
  ['LOCALHOST:4011', 200],
  ['127.0.0.1:1', 200],
  ['[::1]:4011', 200],
  ['sim.test:4011', 200],
  ['[fd00::7]', 200],
  ['evil.example', 403],
  ['localhost.evil.example', 403],
  ['evil.example:4011', 403],
  ['0.0.0.0', 403],
  ['127.0.0.1.evil.example', 403],
  ['localhost@evil.example', 403],
  ['', 403],
];

test.each(hostNames)('the response to the Host "%s" is %i', async (host, expected) => {
  await using simulator = await openTestSimulator({ controlHosts: ['sim.test', 'fd00::7'] });
  const lines = ['GET /environments HTTP/1.1', `Host: ${host}`, right, 'Connection: close', '', ''];
  expect(await sendRaw(simulator.controlUrl, lines.join('\r\n'))).toMatch(
    new RegExp(`^HTTP/1.1 ${expected} `),
  );
});

test.each([
  ['two Host headers', ['Host: localhost', 'Host: localhost']],
  ['no Host header', []],
])('%s are refused', async (_name, hosts) => {
  await using simulator = await openTestSimulator();
  const lines = ['GET /environments HTTP/1.1', ...hosts, right, 'Connection: close', '', ''];
  const response = await sendRaw(simulator.controlUrl, lines.join('\r\n'));
  expect(response).toMatch(/^HTTP\/1.1 403 /);
  expect(response).toContain('not exactly one');
});
