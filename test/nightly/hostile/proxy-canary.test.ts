import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { request } from '../../support/raw-http.ts';
import { main, startProgram } from '../../support/run-program.ts';
import { serveHere } from '../../support/serve-here.ts';

type Sent = readonly [method: string, target: string, headers: readonly string[], body?: string];

const list = '/v1/store/orders';

/** Where a client can put a credential. */
const places: readonly ((secret: string) => Sent)[] = [
  (secret) => ['GET', list, [`Authorization: Bearer ${secret}`]],
  (secret) => ['GET', list, [`Authorization: ${secret}`]],
  (secret) => ['GET', list, [`Authorization: Basic ${Buffer.from(`user:${secret}`).toString('base64')}`]],
  (secret) => ['GET', list, [`Authorization: Token token="${secret}"`]],
  (secret) => ['GET', list, [`X-Api-Key: ${secret}`]],
  (secret) => ['GET', list, [`Cookie: a=b; session=${secret}`]],
  (secret) => ['GET', list, [`Proxy-Authorization: Bearer ${secret}`]],
  (secret) => ['GET', `${list}?api_key=${secret}`, ['Authorization: Bearer key-of-all']],
];

async function bodyOf(received: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of received) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** A service that repeats everything that it receives, in a different way each time. */
function echo() {
  let count = 0;
  return createServer(async (received, response) => {
    const all = `${received.method} ${received.url} ${received.rawHeaders.join(' ')} ${await bodyOf(received)}`;
    const way = count++ % 5;
    const status = [200, 500, 404, 409, 401][way] ?? 200;
    const headers = { 'Content-Type': 'application/json', 'X-Echo': way === 1 ? all : '' };
    response.writeHead(status, way === 1 ? all.slice(0, 200) : 'X', headers);
    const texts = [
      JSON.stringify([{ id: 1, [all]: all }]),
      all,
      JSON.stringify({ code: all, message: encodeURIComponent(all), status: 400 }),
      Buffer.from(all).toString('base64'),
      JSON.stringify({ code: 'x', message: all.toUpperCase(), status: 401, [all]: 1 }),
    ];
    response.end(texts[way]);
  });
}

test('1,000 secrets in every place of a request are in no report, file or output of the proxy', async () => {
  await using upstream = await serveHere(echo());
  const folder = mkdtempSync(join(tmpdir(), 'proxy-canary-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const formats = ['json', 'junit', 'html', 'markdown'];
  const program = startProgram(main, [
    'proxy',
    `${upstream.origin}/v1`,
    ...['--port', '0', '--emit-profile', join(folder, 'profile.yaml')],
    ...formats.flatMap((format) => ['--report', `${format}=${join(folder, format)}`]),
  ]);
  const [ready] = await program.logged(/ready: (http:\/\/[^/]+)\/v1 /g);
  const secrets: string[] = [];
  let passed = 0;
  for (let round = 0; round < 1000; round++) {
    const secret = `canary${randomBytes(9).toString('hex')}`;
    secrets.push(secret);
    const [method, target, headers, body] = places[round % places.length]?.(secret) ?? ['GET', list, []];
    const { status } = await request(ready?.[1] ?? '', method, target, headers, body);
    if ([200, 500, 404, 409, 401].includes(status)) passed += 1;
  }
  program.child.kill('SIGINT');
  const { code, stdout, stderr } = await program.ended;
  expect([code, passed], stderr).toEqual([1, 1000]);
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThanOrEqual(formats.length + 1);
  const written = [stdout, stderr, ...files.map((file) => readFileSync(join(folder, file), 'utf8'))];
  for (const text of written) {
    const decoded = (text.match(/[A-Za-z0-9+/]{16,}={0,2}/g) ?? []).map((coded) =>
      Buffer.from(coded, 'base64').toString('latin1'),
    );
    const seen = [text, ...decoded].join('\n').toLowerCase();
    expect(secrets.filter((secret) => seen.includes(secret.slice(-12)))).toEqual([]);
  }
});
