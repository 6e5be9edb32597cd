import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bytesOf, createTinyService, serverKey, startTinyServer } from '../check/mutants/honest-server.ts';
import { serveProxy } from '../check/outcome-of.ts';
import { certificateFor } from '../support/certificate-for.ts';
import { newFolder } from '../support/new-folder.ts';
import { serveHere } from '../support/serve-here.ts';
import { check } from './run-here.ts';

const key = { STORE_ORDERS_API_KEY: serverKey };

test('presents the client certificate of --cert and --key', async () => {
  const [own, client] = [await certificateFor('127.0.0.1'), await certificateFor('127.0.0.1')];
  const { respond } = createTinyService();
  const server = createServer(
    { ...own, requestCert: true, ca: client.cert },
    ({ method = '', url: target = '', headers: { authorization }, socket }) =>
      socket.end(bytesOf(respond({ method, target, authorization }))),
  );
  await using here = await serveHere(server);
  const folder = newFolder();
  const files = { ca: own.cert, cert: client.cert, key: client.key };
  for (const [name, pem] of Object.entries(files)) await writeFile(join(folder, name), pem);
  const url = `https://127.0.0.1:${here.port}/v1`;
  const ca = ['--ca', join(folder, 'ca')];
  const certificate = ['--cert', join(folder, 'cert'), '--key', join(folder, 'key')];
  expect((await check([url, ...ca, ...certificate], key)).code).toBe(0);
  const without = await check([url, ...ca], key);
  expect(without.out).toMatch(
    /if it requires a client certificate, give one with the options --cert and --key/,
  );
  expect(without.code).toBe(3);
});

test('reaches the target by the proxy of HTTP_PROXY, except for the hosts of NO_PROXY and this machine', async () => {
  await using target = await startTinyServer();
  await using proxy = await serveProxy({ port: Number(new URL(target.url).port) });
  const env = { ...key, HTTP_PROXY: proxy.address };
  const run = await check(['http://shop..invalid/v1', '--rps', '1000'], env);
  expect(run.out).toContain(`Requests went through the proxy ${new URL(proxy.address).host}.`);
  expect(run.code).toBe(0);
  const sent = proxy.heads.length;
  const excepted = await check(['http://shop..invalid/v1'], { ...env, NO_PROXY: '.invalid' });
  expect(excepted.out).toContain('The name shop..invalid cannot be resolved');
  expect((await check([target.url], env)).code).toBe(0);
  expect(proxy.heads).toHaveLength(sent);
});
