import { expect, test } from 'vitest';
import type { Session } from '../../../../src/control-api.ts';
import { createSessions } from '../../../../src/simulator/control-api/console/sessions.ts';
import { controlRoutes } from '../../../../src/simulator/control-api/control-routes.ts';
import {
  controlToken,
  openTestSimulator,
  signInCode,
  type TestSimulator,
} from '../../../support/open-test-simulator.ts';
import { header, type RawResponse, request } from '../../../support/raw-http.ts';
import { createTestClock } from '../../../support/test-clock.ts';

/** Sends a body to `POST /session`. */
function postSession(controlUrl: string, body: object, type = 'application/json'): Promise<RawResponse> {
  return request(controlUrl, 'POST', '/session', [`Content-Type: ${type}`], JSON.stringify(body));
}

/** Signs in at `localhost` with the token. Returns the session, and it as the headers `cookie` and `token`. */
async function signIn(controlUrl: string) {
  const response = await postSession(controlUrl, { token: controlToken });
  if (response.status !== 200) throw new Error(response.head + response.body);
  const session: Session = JSON.parse(response.body);
  const cookie = `Cookie: ${header(response, 'set-cookie')?.split(';')[0]}`;
  return { ...session, cookie, token: `X-CSRF-Token: ${session.csrf}`, response };
}

/** Returns the status of a read with some headers. */
async function read(simulator: TestSimulator, headers: readonly string[], path = '/environments') {
  return (await request(simulator.controlUrl, 'GET', path, headers)).status;
}

test('the token begins a session, whose cookie reads and, with its CSRF token, changes', async () => {
  await using simulator = await openTestSimulator();
  const { cookie, token, csrf, response } = await signIn(simulator.controlUrl);
  expect(header(response, 'set-cookie')).toMatch(
    /^store-orders-sim-80=\d+\.[\w-]{22}\.[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/,
  );
  expect(header(response, 'cache-control')).toBe('no-store');
  expect(response.body).not.toContain(controlToken);
  for (const [method, path, headers] of [
    ['GET', '/environments', [cookie]],
    ['HEAD', '/environments', [cookie]],
    ['POST', '/environments/production/reset', [cookie, token]],
  ] as const)
    expect((await request(simulator.controlUrl, method, path, headers)).status).toBe(200);
  const again = await request(simulator.controlUrl, 'GET', '/session', [cookie]);
  expect(JSON.parse(again.body)).toMatchObject({ csrf });
});

test('the code of the printed link signs in once', async () => {
  await using simulator = await openTestSimulator({
    ofOneProcess: 'the printed link signs in at its process',
  });
  const statuses = [];
  for (const code of ['another', controlToken, signInCode, signInCode])
    statuses.push((await postSession(simulator.controlUrl, { code })).status);
  expect(statuses).toEqual([401, 401, 200, 401]);
});

const changes = controlRoutes.filter(({ method, open }) => method !== 'GET' && !open);

test('no route changes anything for a cookie without the right CSRF token', async () => {
  await using simulator = await openTestSimulator();
  const { cookie } = await signIn(simulator.controlUrl);
  const other = await signIn(simulator.controlUrl);
  for (const { method, path } of changes) {
    const target = path.replace(/\{\w+\}/g, 'production');
    for (const headers of [[cookie], [cookie, 'X-CSRF-Token: '], [cookie, other.token]]) {
      const { body } = await request(simulator.controlUrl, method, target, headers);
      expect([method, path, JSON.parse(body).code]).toEqual([method, path, 'csrf_token_required']);
    }
  }
  expect(changes.length).toBeGreaterThan(20);
});

test.each([
  ['no cookie', () => []],
  ['the token as the value', () => [`Cookie: store-orders-sim-80=${controlToken}`]],
  ['the cookie of another port', (cookie: string) => [cookie.replace('-80=', '-4011=')]],
  ['the cookie and a wrong token', (cookie: string) => [cookie, 'Authorization: Bearer wrong']],
  ['a later end', (cookie: string) => [cookie.replace(/=\d/, '=9')]],
  ['another signature', (cookie: string) => [cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))]],
  ['no signature', (cookie: string) => [cookie.replace(/\.[^.]*$/, '.')]],
])('%s is refused', async (_name, headers) => {
  await using simulator = await openTestSimulator();
  const { cookie } = await signIn(simulator.controlUrl);
  for (const path of ['/environments', '/session'])
    expect(await read(simulator, headers(cookie), path)).toBe(401);
});

test('a session is valid only at its Host and scheme, in every process with the token', () => {
  const [one, same, other] = ['a-token', 'a-token', 'b-token'].map((token) => createSessions(token, () => 0));
  const at = { host: 'localhost:4011' };
  const begun = one!.begin(at);
  const cookie = begun.setCookie.split(';')[0] ?? '';
  expect(same!.find({ ...at, cookie })).toEqual(begun.session);
  expect(other!.find({ ...at, cookie })).toBeUndefined();
  expect(same!.find({ host: '127.0.0.1:4011', cookie })).toBeUndefined();
  const secure = { ...at, 'x-forwarded-proto': 'https', cookie: `__Host-${cookie}` };
  expect(same!.find(secure)).toBeUndefined();
  expect(one!.begin(secure).setCookie).toMatch(/^__Host-store-orders-sim-4011=.*; Path=\/; Secure$/);
});

test('signing out removes the cookie of this browser', async () => {
  await using simulator = await openTestSimulator();
  const { cookie, token } = await signIn(simulator.controlUrl);
  const ended = await request(simulator.controlUrl, 'DELETE', '/session', [cookie, token]);
  expect(ended.status).toBe(204);
  expect(header(ended, 'set-cookie')).toMatch(/^store-orders-sim-80=; .*Max-Age=0$/);
});

test('a session ends 12 hours after it began', async () => {
  const machine = createTestClock(Date.parse('2026-01-20T10:00:00Z'));
  await using simulator = await openTestSimulator({ machine });
  const { cookie, expiresAt } = await signIn(simulator.controlUrl);
  expect(expiresAt).toBe('2026-01-20T22:00:00Z');
  await machine.advance(12 * 60 * 60 * 1000 - 1);
  expect(await read(simulator, [cookie])).toBe(200);
  await machine.advance(1);
  expect(await read(simulator, [cookie])).toBe(401);
});

test.each([
  [{}, 400],
  [{ token: controlToken, code: signInCode }, 400],
  [{ token: `${controlToken}\n` }, 401],
  [{ token: 7 }, 400],
  [{ code: 'wrong' }, 401],
  [{ token: 'x'.repeat(4_096) }, 413],
  [{ token: controlToken }, 415, 'text/plain'],
])('%j does not sign in: %i %s', async (body, expected, type?: string) => {
  await using simulator = await openTestSimulator();
  const response = await postSession(simulator.controlUrl, body, type);
  expect(response.status).toBe(expected);
  expect(response.head + response.body).not.toMatch(new RegExp(`set-cookie|${controlToken}`, 'i'));
});
