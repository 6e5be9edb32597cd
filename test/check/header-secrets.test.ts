import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkContract } from '../../src/check/check-contract.ts';
import { formatPlan, planCheck } from '../../src/check/plan-check.ts';
import { reportFormats } from '../../src/check/reports/reports.ts';
import { check } from '../cli/run-check.ts';
import { newFolder } from '../support/new-folder.ts';
import { serveHere } from '../support/serve-here.ts';

const canary = 'gw-CANARY/7f3a9+Zq';
const base64 = Buffer.from(canary).toString('base64');
const header = `Bearer ${canary}`;
const flags = ['--header', `X-Gateway: ${header}`, '--header', 'Accept-Language: de'];
const leak = new RegExp(`canary|${base64.slice(0, 12)}|Q0FOQVJZ`, 'i');

/** A server that echoes a header in every part of its responses. */
function echoServer() {
  return createServer(({ headers }, response) => {
    const { 'x-gateway': echo = '' } = headers;
    response.statusMessage = `OK ${echo}`;
    response.setHeader('X-Echo', `${echo} ${base64}`);
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify([{ id: 1, you: echo, key: encodeURIComponent(canary), petId: canary }]));
  });
}

test('shows no secret of a header in any report, even if the target echoes it', async () => {
  const folder = newFolder();
  await using server = await serveHere(echoServer());
  const reports = reportFormats.flatMap((format) => ['--report', `${format}=${join(folder, format)}`]);
  const args = [`${server.origin}/v1`, '--api-key', 'the-api-key', '--level', 'probe', ...flags, ...reports];
  const { out, err, code } = await check(args, { GITHUB_STEP_SUMMARY: join(folder, 'summary') });
  expect(code).toBe(1);
  expect(out).toContain('[redacted]');
  expect(out + err).not.toMatch(leak);
  const files = await readdir(folder);
  expect(files).toHaveLength(reportFormats.length + 1);
  for (const file of files) expect(await readFile(join(folder, file), 'utf8')).not.toMatch(leak);
});

test('shows no secret of a header in an error of the connection', async () => {
  const broken = createSocketServer((socket) =>
    socket.once('data', () => socket.end(`${canary} is not HTTP\r\n`)),
  );
  await using server = await serveHere(broken);
  const { out } = await check([`${server.origin}/v1`, '--api-key', 'the-api-key', ...flags]);
  expect(out).toContain('instead of an HTTP/1 status line');
  expect(out).not.toMatch(leak);
  const messages: string[] = [];
  await checkContract({
    url: `${server.origin}/v1`,
    apiKey: 'the-api-key',
    headers: [['X-Gateway', header]],
    onExchange: ({ outcome }) => outcome.kind === 'failed' && messages.push(outcome.message),
  });
  expect(messages.join()).toContain('is not HTTP');
  expect(messages.join()).not.toMatch(leak);
});

test('shows no secret of a header in a dry run or an error of a flag', async () => {
  const url = `https://host.example/${canary}/v1`;
  const args = [url, '--api-key', 'the-api-key', ...flags];
  expect((await check([...args, '--dry-run'])).out).not.toMatch(leak);
  expect(formatPlan(await planCheck({ url, apiKey: 'k', headers: [['X-Gateway', canary]] }))).toContain(
    '[redacted]',
  );
  const refused = await check([url, '--api-key', 'k', '--header', `X Y: ${canary}`]).catch((error) => error);
  expect(refused.message).toMatch(/is not a valid header name/);
  expect(refused.message).not.toMatch(leak);
});
