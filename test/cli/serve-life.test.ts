import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { heldServe, type Program, startProgram } from '../support/run-program.ts';
import { serveHere } from '../support/serve-here.ts';
import { refusedToServe } from './run-serve.ts';

const free = ['--port', '0', '--control-port', '0'];
const authorization = 'Bearer test-api-key';
const readyLine =
  /^store-orders-sim ready: (\S+) \(production\), (\S+) \(staging\)(?:, (\S+) \(control\))?$/gm;

async function serving(args: readonly string[] = [], variables: Readonly<Record<string, string>> = {}) {
  const program = startProgram(heldServe, [...free, ...args], { variables });
  const [line] = await program.said(readyLine);
  return { ...program, baseUrl: line?.[1] ?? '', stagingBaseUrl: line?.[2] ?? '', controlUrl: line?.[3] };
}

function end(program: Program, signal: NodeJS.Signals = 'SIGTERM') {
  program.child.kill(signal);
  return program.ended;
}

test('prints its addresses, and SIGTERM completes 100 requests in flight and exits with 0', async () => {
  const program = await serving([], { HOLD: 'signal' });
  const { baseUrl, stagingBaseUrl, controlUrl } = program;
  const [ready] = await program.logged(/^.*"msg":"ready".*$/gm);
  expect(JSON.parse(ready?.[0] ?? '')).toMatchObject({ baseUrl, stagingBaseUrl, controlUrl });
  const requests = Array.from({ length: 100 }, () =>
    fetch(`${baseUrl}/store/orders/1`, { method: 'DELETE', headers: { authorization } }),
  );
  await program.said(/^held$/gm, 100);

  const ended = end(program);
  const responses = await Promise.all(requests);
  expect(new Set(responses.map(({ status, headers }) => `${status} ${headers.get('connection')}`))).toEqual(
    new Set(['204 close', '409 close']),
  );
  expect(await ended).toMatchObject({ code: 0, signal: null });
});

test('SIGTERM ends a simulator whose log is longer than its pipe and is not read', async () => {
  const args = [heldServe, ...free, '--log-level', 'trace'];
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, LOG_KIB: '256' } });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('a second signal, %s, exits at once with %i', async (signal, code) => {
  const program = await serving(['--shutdown-timeout', '3600s'], { HOLD: 'forever' });
  fetch(`${program.baseUrl}/store/orders/1`, { method: 'DELETE', headers: { authorization } }).catch(
    () => {},
  );
  await program.said(/^held$/gm);
  const stopping = once(program.child.stderr ?? program.child, 'data');
  program.child.kill('SIGTERM');
  await stopping;
  expect(await end(program, signal)).toMatchObject({ code });
});

test('a port in use exits with 3 and prints one line with port and flag', async () => {
  await using other = await serveHere(createServer());
  const { exitCode, lines } = await refusedToServe(['--control-port', `${other.port}`]);
  const line = `error: --control-port 127.0.0.1:${other.port} is taken; `;
  expect([exitCode, lines]).toEqual([3, [expect.stringContaining(line)]]);
});
