import { expect, test } from 'vitest';
import { checkContract } from '../../src/check/check-contract.ts';
import { list } from '../contract/responses/ask.ts';
import { expire } from '../support/expire.ts';
import { closedPort } from '../support/serve-here.ts';
import { advancingClock } from '../support/test-clock.ts';
import { serverKey, startTinyServer } from './mutants/honest-server.ts';
import { apiKey, outcomeOf, serveProxy, serveRaw, serveTls } from './outcome-of.ts';

const portOf = (url: string): number => Number(new URL(url).port);

test('sends a request for http in absolute form, and lets the proxy resolve the name', async () => {
  await using target = await serveRaw(list('[]'));
  await using proxy = await serveProxy({ port: portOf(target.baseUrl) });
  const outcome = await outcomeOf('http://shop.invalid:8080/v1', { proxy: proxy.address });
  expect(outcome).toMatchObject({ kind: 'responded', response: { status: 200 } });
  expect(proxy.heads).toEqual([
    expect.stringMatching(
      /^GET http:\/\/shop\.invalid:8080\/v1\/store\/orders HTTP\/1\.1\r\nHost: shop\.invalid:8080\r\n/,
    ),
  ]);
  expect(proxy.heads[0]).not.toContain('Proxy-Authorization');
});

test('sends a request for https through a tunnel, in which the proxy sees neither the key nor its own credentials', async () => {
  await using target = await serveTls(['shop.invalid']);
  const authorization = `Basic ${Buffer.from('me:pass word').toString('base64')}`;
  await using proxy = await serveProxy({ port: target.port, authorization });
  const address = proxy.address.replace('//', '//me:pass%20word@');
  const outcome = await outcomeOf('https://shop.invalid/v1', { proxy: address, ca: target.ca });
  expect(outcome).toMatchObject({ kind: 'responded', response: { status: 200 } });
  expect(proxy.heads).toEqual([
    `CONNECT shop.invalid:443 HTTP/1.1\r\nproxy-authorization: ${authorization}\r\nhost: shop.invalid:443\r\n\r\n`,
  ]);
  expect(target.requests).toEqual([expect.stringContaining(`Authorization: Bearer ${apiKey}`)]);
  expect(target.requests[0]).not.toContain('Proxy-Authorization');
});

test('still verifies the certificate of the target inside a tunnel', async () => {
  await using target = await serveTls(['other.invalid']);
  await using proxy = await serveProxy({ port: target.port });
  const outcome = await outcomeOf('https://shop.invalid/v1', { proxy: proxy.address, ca: target.ca });
  expect(outcome).toMatchObject({
    reason: 'tls',
    message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID'),
  });
  expect(target.requests).toEqual([]);
});

test('reports a proxy that requires credentials', async () => {
  await using proxy = await serveProxy({ port: 9, authorization: 'Basic x' });
  expect(await outcomeOf('http://shop.invalid/v1', { proxy: proxy.address })).toEqual({
    kind: 'failed',
    reason: 'proxy',
    message: `the proxy ${new URL(proxy.address).host} does not accept the credentials, or requires some (407): use http://USER:PASSWORD@HOST:PORT.`,
  });
});

test.each([
  [
    'HTTP/1.1 403 Forbidden\r\n\r\n',
    /opens no tunnel: Failed to establish tunnel to shop\.invalid:443 .* HTTP\/1\.1 403 Forbidden\.$/,
  ],
  ['', /opens no tunnel: Connection to establish proxy tunnel ended unexpectedly/],
])('reports a proxy that responds to CONNECT with %j', async (respond, message) => {
  await using proxy = await serveProxy({ port: 9, respond });
  expect(await outcomeOf('https://shop.invalid/v1', { proxy: proxy.address })).toMatchObject({
    reason: 'proxy',
    message: expect.stringMatching(message),
  });
});

test('reports a proxy that does not listen, does not exist or does not respond', async () => {
  const nobody = `127.0.0.1:${closedPort}`;
  const message = expect.stringMatching(`^Nothing listens at the proxy ${nobody} `);
  expect(await outcomeOf('https://shop.invalid/v1', { proxy: `http://${nobody}` })).toMatchObject({
    message,
  });
  expect(await outcomeOf('http://shop.invalid/v1', { proxy: 'http://proxy..invalid' })).toMatchObject({
    reason: 'dns',
    message: expect.stringContaining('proxy..invalid'),
  });
  await using silent = await serveRaw('', 'hold');
  const address = new URL(silent.baseUrl).origin;
  const ended = expire(
    500,
    () => silent.begun,
    () => outcomeOf('https://shop.invalid/v1', { proxy: address, timeoutMs: 500 }),
  );
  expect(await ended).toMatchObject({
    reason: 'timeout',
    message: expect.stringMatching(/the proxy 127\.0\.0\.1:\d+ could not be reached within 500 ms/),
  });
});

test('checks a target by a proxy, shows no password of it, and needs permission to cancel at its loopback address', async () => {
  const password = 'swordfish-42';
  const authorization = `Basic ${Buffer.from(`me:${password}`).toString('base64')}`;
  await using target = await startTinyServer({
    wire: (wire) => ({
      ...wire,
      headers: [...wire.headers, ['X-Proxy', authorization], ['X-Password', password]],
    }),
  });
  await using proxy = await serveProxy({ port: portOf(target.url), authorization });
  const options = {
    url: 'http://127.0.0.1:9/v1',
    apiKey: serverKey,
    level: 'cancel',
    pendingIds: [101n],
    proxy: proxy.address.replace('//', `//me:${password}@`),
    requestsPerSecond: 1000,
    clock: advancingClock(),
  } as const;
  await expect(checkContract(options)).rejects.toThrow(/--i-own-these-orders/);
  const report = await checkContract({ ...options, level: 'probe', pendingIds: [] });
  expect(report.findings).toEqual([]);
  expect(report.exitCode).toBe(0);
  expect(report.notes).toEqual([`Requests went through the proxy ${new URL(proxy.address).host}.`]);
  const text = JSON.stringify(report, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
  expect(text).toContain('X-Password');
  for (const secret of [password, authorization.slice(6)]) expect(text).not.toContain(secret);
  expect(target.requests.filter(({ orderId }) => orderId === '101')).toEqual([]);
  expect((await checkContract({ ...options, ownsOrders: true })).exitCode).toBe(0);
  expect(target.requests.filter(({ orderId }) => orderId === '101')).not.toEqual([]);
});
