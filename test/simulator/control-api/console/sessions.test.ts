import { expect, test } from 'vitest';
import { createSessions } from '../../../../src/simulator/control-api/console/sessions.ts';
import { controlRoutes } from '../../../../src/simulator/control-api/control-routes.ts';
import { createHandClock } from '../../../support/hand-clock.ts';
import {
  controlToken,
  openTestSimulator,
  signInCode,
  type TestSimulator,
  testKey,
} from '../../../support/open-test-simulator.ts';
import { header, parseResponse, request, sendRaw } from '../../../support/raw-http.ts';
import { postSession, signIn } from './sign-in.ts';

const hours = 60 * 60 * 1000;

async function status(
  { controlUrl }: TestSimulator,
  method: string,
  path: string,
  headers: readonly string[],
): Promise<number> {
  return (await request(controlUrl, method, path, headers)).status;
}

test('the token begins a session, whose cookie reads and, with its CSRF token, changes', async () => {
  await using simulator = await openTestSimulator();
  const { cookie, token, csrf, response } = await signIn(simulator.controlUrl);
  expect(header(response, 'set-cookie')).toMatch(
    /^store-orders-sim-80=\d+\.[\w-]{22}\.[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/,
  );
  expect(header(response, 'cache-control')).toBe('no-store');
  expect(response.body).not.toContain(controlToken);
  const reset = '/environments/production/reset';
  expect(await status(simulator, 'GET', '/environments', [cookie])).toBe(200);
  expect(await status(simulator, 'HEAD', '/environments', [cookie])).toBe(200);
  expect(await status(simulator, 'POST', reset, [cookie, token])).toBe(200);
  const again = await request(simulator.controlUrl, 'GET', '/session', [cookie]);
  expect(JSON.parse(again.body)).toMatchObject({ csrf });
});

test('the code of the printed link signs in once', async () => {
  await using simulator = await openTestSimulator({
    ofOneProcess: 'the printed link signs in at its process',
  });
  const codes = [{ code: 'another' }, { code: signInCode }, { code: signInCode }];
  const answers = [];
  for (const body of codes) answers.push((await postSession(simulator.controlUrl, body)).status);
  expect(answers).toEqual([401, 200, 401]);
  expect((await postSession(simulator.controlUrl, { code: controlToken })).status).toBe(401);
});

const changes = controlRoutes.filter(({ method, open }) => method !== 'GET' && !open);

test('no route changes anything for a cookie without the right CSRF token', async () => {
  await using simulator = await openTestSimulator();
  const { cookie } = await signIn(simulator.controlUrl);
  const other = await signIn(simulator.controlUrl);
  for (const { method, path } of changes) {
    const target = path.replace(/\{\w+\}/g, 'production');
    for (const headers of [[cookie], [cookie, 'X-CSRF-Token: '], [cookie, other.token]]) {
      const { status, body } = await request(simulator.controlUrl, method, target, headers);
      expect([method, path, status, JSON.parse(body).code]).toEqual([
        method,
        path,
        403,
        'csrf_token_required',
      ]);
    }
  }
  expect(changes.length).toBeGreaterThan(20);
});

test.each([
  ['no cookie', () => []],
  ['an invented value', () => ['Cookie: store-orders-sim-80=invented']],
  ['the token as the value', () => [`Cookie: store-orders-sim-80=${controlToken}`]],
  ['an empty value', () => ['Cookie: store-orders-sim-80=']],
  ['the cookie of another port', (cookie: string) => [cookie.replace('-80=', '-4011=')]],
  ['the cookie and a wrong token', (cookie: string) => [cookie, 'Authorization: Bearer wrong']],
  ['the cookie and an API key', (cookie: string) => [cookie, `Authorization: Bearer ${testKey}`]],
  ['a later end', (cookie: string) => [cookie.replace(/=\d/, '=9')]],
  ['another random text', (cookie: string) => [cookie.replace(/\.\w/, '.-')]],
  ['another signature', (cookie: string) => [cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))]],
  ['no signature', (cookie: string) => [cookie.replace(/\.[^.]*$/, '.')]],
])('%s is refused', async (_name, headers) => {
  await using simulator = await openTestSimulator();
  const { cookie } = await signIn(simulator.controlUrl);
  for (const path of ['/environments', '/session'])
    expect(await status(simulator, 'GET', path, headers(cookie))).toBe(401);
});

test('a session is valid only at the Host and the scheme at which it began', async () => {
  await using simulator = await openTestSimulator({ controlHosts: ['sim.test'] });
  const port = new URL(simulator.controlUrl).port;
  const at = async (host: string, ...headers: readonly string[]) => {
    const head = ['GET /environments HTTP/1.1', `Host: ${host}`, 'Connection: close', ...headers];
    return parseResponse(await sendRaw(simulator.controlUrl, `${head.join('\r\n')}\r\n\r\n`)).status;
  };
  const { cookie } = await signIn(simulator.controlUrl);
  expect(await at('localhost', cookie)).toBe(200);
  expect(await at('sim.test', cookie)).toBe(401);
  expect(await at('127.0.0.1', cookie)).toBe(401);
  expect(await at(`localhost:${port}`, cookie.replace('-80=', `-${port}=`))).toBe(401);
  const secure = cookie.replace('store', '__Host-store').replace('-80=', '-443=');
  expect(await at('localhost', secure, 'X-Forwarded-Proto: https')).toBe(401);
});

test('signing out removes the cookie of this browser', async () => {
  await using simulator = await openTestSimulator();
  const { cookie, token } = await signIn(simulator.controlUrl);
  expect(await status(simulator, 'DELETE', '/session', [cookie])).toBe(403);
  const ended = await request(simulator.controlUrl, 'DELETE', '/session', [cookie, token]);
  expect(ended.status).toBe(204);
  expect(header(ended, 'set-cookie')).toMatch(/^store-orders-sim-80=; .*Max-Age=0$/);
});

test('a session ends 12 hours after it began', async () => {
  const machine = createHandClock();
  await using simulator = await openTestSimulator({ machine });
  const { cookie, expiresAt } = await signIn(simulator.controlUrl);
  expect(expiresAt).toBe('2026-01-20T22:00:00Z');
  machine.advance(12 * hours - 1);
  expect(await status(simulator, 'GET', '/environments', [cookie])).toBe(200);
  machine.advance(1);
  expect(await status(simulator, 'GET', '/environments', [cookie])).toBe(401);
});

test('another process with the same token accepts the session, and one with another token does not', () => {
  const now = () => 0;
  const headers = { host: 'localhost:4011' };
  const [one, same, other] = ['a-token', 'a-token', 'b-token'].map((token) => createSessions(token, now));
  const { session, cookie } = one!.begin(headers);
  const sent = { ...headers, cookie: `store-orders-sim-4011=${cookie}` };
  expect([same!.find(sent), other!.find(sent)]).toEqual([session, undefined]);
});

test.each([
  [{}, 400],
  [{ token: '' }, 400],
  [{ token: controlToken, code: signInCode }, 400],
  [{ token: `${controlToken}\n` }, 401],
  [{ token: 7 }, 400],
  [{ token: 'wrong' }, 401],
  [{ code: 'wrong' }, 401],
])('%j does not sign in', async (body, expected) => {
  await using simulator = await openTestSimulator();
  const response = await postSession(simulator.controlUrl, body);
  expect(response.status).toBe(expected);
  expect(response.head + response.body).not.toMatch(new RegExp(`set-cookie|${controlToken}`, 'i'));
});

test.each([
  ['text/plain', 415],
  ['application/x-www-form-urlencoded', 415],
])('a form with %s does not sign in', async (type, expected) => {
  await using simulator = await openTestSimulator();
  const body = JSON.stringify({ token: controlToken });
  const headers = [`Content-Type: ${type}`, `Content-Length: ${body.length}`];
  const response = await request(simulator.controlUrl, 'POST', '/session', headers, body);
  expect([response.status, header(response, 'set-cookie')]).toEqual([expected, undefined]);
});

test.each([
  [[], 'store-orders-sim-80', 'Path=/'],
  [['X-Forwarded-Prefix: /team/sim'], 'store-orders-sim-80', 'Path=/team/sim'],
  [['X-Forwarded-Proto: https'], '__Host-store-orders-sim-443', 'Path=/; Secure'],
  [
    ['X-Forwarded-Proto: https', 'X-Forwarded-Prefix: /sim/'],
    '__Secure-store-orders-sim-443',
    'Path=/sim; Secure',
  ],
  [['X-Forwarded-Prefix: /a; Domain=evil.example'], 'store-orders-sim-80', 'Path=/'],
  [['X-Forwarded-Prefix: //evil.example'], 'store-orders-sim-80', 'Path=/'],
])('behind a proxy that sends %j, the cookie is %s with %s', async (headers, name, end) => {
  await using simulator = await openTestSimulator();
  const { response, cookie, token } = await signIn(simulator.controlUrl, undefined, headers);
  const [first = '', ...rest] = (header(response, 'set-cookie') ?? '').split('; ');
  expect([first.split('=')[0], rest.join('; ')]).toEqual([name, `HttpOnly; SameSite=Strict; ${end}`]);
  expect(await status(simulator, 'GET', '/environments', [cookie, ...headers])).toBe(200);
  expect(await status(simulator, 'DELETE', '/session', [cookie, token, ...headers])).toBe(204);
});

test('a request without a token may send at most 4 KiB', async () => {
  await using simulator = await openTestSimulator();
  const { status: refused, body } = await postSession(simulator.controlUrl, { token: 'x'.repeat(4_096) });
  expect([refused, JSON.parse(body).message]).toEqual([413, 'The body is larger than 4 KiB.']);
});
