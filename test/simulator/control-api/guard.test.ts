import { expect, test } from 'vitest';
import { controlRoutes } from '../../../src/simulator/control-api/control-routes.ts';
import { controlToken, openTestSimulator, testKey } from '../../support/open-test-simulator.ts';
import { request, sendRaw } from '../../support/raw-http.ts';

const right = `Authorization: Bearer ${controlToken}`;
const routes = [
  ...controlRoutes.map((row) => ({ ...row, path: row.path.replace(/\{\w+\}/g, 'production') })),
  { method: 'GET', path: '/no/such/path', open: false },
];

// src/http has the tests of the guards themselves.
test.each([
  ['no token', []],
  ['an API key of the service', [`Authorization: Bearer ${testKey}`]],
  ['the token twice', [right, right]],
  ['the token in a cookie', [`Cookie: token=${controlToken}`]],
  ['the token in the query', [], `?token=${controlToken}&access_token=${controlToken}`],
])('every route except the open ones refuses %s', async (_name, headers, query = '') => {
  await using simulator = await openTestSimulator();
  for (const { method, path } of routes.filter(({ open }) => !open)) {
    const { status, head, body } = await request(simulator.controlUrl, method, path + query, headers);
    expect([method, path, status]).toEqual([method, path, 401]);
    expect(head).toMatch(/^www-authenticate: Bearer/im);
    expect(JSON.parse(body)).toMatchObject({ code: 'unauthorized', status: 401 });
  }
});

test.each([
  ['of another origin', 'localhost', ['Origin: http://evil.example']],
  ['of another site', 'localhost', ['Sec-Fetch-Site: cross-site']],
  ['whose host was rebound', 'evil.example', []],
])('every route refuses a page %s, token or not, without a CORS header', async (_name, host, headers) => {
  await using simulator = await openTestSimulator();
  for (const { method, path } of [...routes, { method: 'OPTIONS', path: '/environments/production/reset' }]) {
    const head = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, right, ...headers, 'Connection: close'];
    const response = await sendRaw(simulator.controlUrl, `${head.join('\r\n')}\r\n\r\n`);
    expect([method, path, response.slice(9, 12)]).toEqual([method, path, '403']);
    expect(response).not.toMatch(/access-control/i);
  }
});

test('only the console, its sign-in and the documents require no token', async () => {
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
  for (const path of ['/', '/openapi', '/openapi/scenario.schema.json', '/openapi/control.yaml'])
    for (const headers of [[], ['Authorization: Bearer wrong']])
      expect((await request(simulator.controlUrl, 'GET', path, headers)).status).toBe(200);
});

test.each([
  ['/livez', 'alive'],
  ['/readyz', 'ready'],
])('the probe %s accepts any Host and no token, and responds only with its status', async (path, status) => {
  await using simulator = await openTestSimulator();
  const raw = `GET ${path} HTTP/1.1\r\nHost: 10.2.3.4:4011\r\nConnection: close\r\n\r\n`;
  const response = await sendRaw(simulator.controlUrl, raw);
  expect(response).toMatch(/^HTTP\/1.1 200 /);
  expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n')))).toEqual({ status });
  const refused = await request(simulator.controlUrl, 'DELETE', path);
  expect([refused.status, /^allow: (.*)$/im.exec(refused.head)?.[1]]).toEqual([405, 'GET, HEAD']);
});
