import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { hasCurl, main, startShell } from '../support/run-program.ts';
import { serving } from './run-serve.ts';

/** Starts a simulator, sends a list and a refused list, stops it, and returns its log. */
async function serveAndStop(args: readonly string[]) {
  const { baseUrl, log, stop } = await serving(['--scenario', 'empty', ...args]);
  await fetch(`${baseUrl}/store/orders`, { headers: { Authorization: 'Bearer test-api-key' } });
  await fetch(`${baseUrl}/store/orders?api_key=test-api-key`);
  await stop();
  const lines = log().trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

test('in a pipe, the log is JSON with requests, or with --log-requests off without them', async () => {
  const request = 'request completed';
  const messages = async (...args: readonly string[]) => (await serveAndStop(args)).map(({ msg }) => msg);
  expect(await messages()).toEqual(['ready', request, request, 'stopping', 'stopped']);
  expect(await messages('--log-requests', 'off')).toEqual(['ready', 'stopping', 'stopped']);
});

const script = '/usr/bin/script';
const onTerminal = test.skipIf(process.platform !== 'linux' || !existsSync(script));

onTerminal.each([
  [{}, true],
  [{ NO_COLOR: '1' }, false],
])('on a terminal with %j, requests are logged for people, with colours: %s', async (variables, coloured) => {
  const command = `exec "$NODE" "$MAIN" --port 0 --control-port 0 --scenario empty`;
  const program = startShell(`exec ${script} -qefc '${command}' /dev/null`, {
    NODE: process.execPath,
    MAIN: main,
    TERM: 'xterm-256color',
    ...variables,
  });
  const [ready] = await program.said(/ready: (\S+) /g);
  await fetch(`${ready?.[1]}/store/orders`);
  const [shown] = await program.said(/production GET .*401/g);
  expect(shown?.[0].includes('\u001b[')).toBe(coloured);
  expect(shown?.[0].replace(/.\[\d+m/g, '')).toBe('production GET    /v1/store/orders 401');
  const [tried] = await program.said(/try: [^\n]*\n/g);
  expect(tried?.[0].includes('\u001b[')).toBe(coloured);
});

test.runIf(hasCurl)('the curl of the start works as it is, with and without TLS', async () => {
  const caFile = join(await mkdtemp(join(tmpdir(), "serve log's ")), 'ca.pem');
  for (const args of [[], ['--tls', '--tls-ca-file', caFile]]) {
    const { out } = await serving(['--scenario', 'empty', ...args]);
    const line = /^try: (.*)$/m.exec(out())?.[1];
    const { stdout } = await promisify(execFile)('bash', ['-c', `${line} --silent --fail`]);
    expect(stdout).toBe('[]');
  }
});
