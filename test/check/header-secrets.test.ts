import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkContract } from '../../src/check/check-contract.ts';
import { check } from '../cli/run-here.ts';
import { newFolder } from '../support/new-folder.ts';
import { serveHere } from '../support/serve-here.ts';
import { serveRaw } from './outcome-of.ts';

const canary = 'gw-CANARY/7f3a9+Zq';
const base64 = Buffer.from(canary).toString('base64');
const key = ['--api-key', 'the-api-key', '--header', `X-Gateway: Bearer ${canary}`];
const leak = new RegExp(`canary|${base64.slice(0, 12)}|Q0FOQVJZ`, 'i');

test('shows no secret of a header in any report, even if the target echoes it', async () => {
  await using server = await serveHere(
    createServer(({ headers: { 'x-gateway': echo = '' } }, response) => {
      response.statusMessage = `OK ${echo}`;
      response.setHeader('X-Echo', `${echo} ${base64}`);
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify([{ id: 1, you: echo, key: encodeURIComponent(canary), petId: canary }]));
    }),
  );
  const [json, summary] = [join(newFolder(), 'r.json'), join(newFolder(), 'summary')];
  const args = [`${server.origin}/v1`, ...key, '--level', 'probe', '--report', `json=${json}`];
  const { out, err, code } = await check(args, { GITHUB_STEP_SUMMARY: summary });
  expect([code, out]).toEqual([1, expect.stringContaining('[redacted]')]);
  for (const text of [out, err, await readFile(json, 'utf8'), await readFile(summary, 'utf8')])
    expect(text).not.toMatch(leak);
});

test('shows no secret of a header in an error of the connection', async () => {
  await using server = await serveRaw(`${canary} is not HTTP\r\n`);
  const messages: string[] = [];
  const { incomplete } = await checkContract({
    url: server.baseUrl,
    apiKey: 'the-api-key',
    headers: [['X-Gateway', canary]],
    onExchange: ({ outcome }) => outcome.kind === 'failed' && messages.push(outcome.message),
  });
  expect(messages.join()).toContain('is not HTTP');
  expect(`${messages} ${incomplete?.message}`).not.toMatch(leak);
});

test('shows no secret of a header in a dry run or an error of a flag', async () => {
  const url = `https://host.example/${canary}/v1`;
  const { out } = await check([url, ...key, '--dry-run']);
  expect(out).toContain('[redacted]');
  expect(out).not.toMatch(leak);
  const refused = await check([url, '--api-key', 'k', '--header', `X Y: ${canary}`]).catch((error) => error);
  expect(refused.message).toMatch(/is not a valid header name/);
  expect(refused.message).not.toMatch(leak);
});
