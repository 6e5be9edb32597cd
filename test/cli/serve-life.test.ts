import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { heldServe, type Program, startProgram } from '../support/run-program.ts';
import { serveHere } from '../support/serve-here.ts';
import { refusedToServe, serving as servingHere } from './run-serve.ts';

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

test('prints its addresses once to stderr as JSON and once to stdout, and listens there', async () => {
  const program = await serving();
  const list = await fetch(`${program.baseUrl}/store/orders`, { headers: { authorization } });
  expect(await list.text()).toBe('[{"id":1}]');
  const { stdout, stderr } = await end(program);
  const lines = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { baseUrl, stagingBaseUrl, controlUrl } = program;
  expect(lines.filter(({ msg }) => msg === 'ready')).toMatchObject([{ baseUrl, stagingBaseUrl, controlUrl }]);
  expect(stdout.match(readyLine)).toHaveLength(1);
  expect(stdout).toContain('control token: made-up-token (');
});

test('SIGTERM completes 100 requests in flight and exits with 0, despite other connections', async () => {
  const program = await serving([], { HOLD: 'signal' });
  const { port } = new URL(program.baseUrl);
  for (const text of ['', 'GET /v1/store/orders HTTP/1.1\r\nHo']) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write(text);
  }
  const requests = Array.from({ length: 100 }, () =>
    fetch(`${program.baseUrl}/store/orders/1`, { method: 'DELETE', headers: { authorization } }),
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

test.each(['--port', '--control-port'])(
  'a port in use for %s exits with 3 and prints one line with port and flag',
  async (flag) => {
    await using other = await serveHere(createServer());
    const { port } = other;
    const { exitCode, lines } = await refusedToServe([flag, String(port)]);
    expect(exitCode).toBe(3);
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^error: ${flag} 127\\.0\\.0\\.1:${port} is taken; .*$`)),
    ]);
  },
);

test('prints no key from any source at log level trace', async () => {
  const served = await servingHere(['--log-level', 'trace', '--api-key', 'canary-flag'], {
    SIM_STAGING_API_KEY: 'canary-variable',
    SIM_CONTROL_TOKEN: 'canary-token',
  });
  for (const key of ['canary-flag', 'canary-wrong', 'canary-variable']) {
    const headers = { authorization: `Bearer ${key}` };
    await fetch(`${served.baseUrl}/store/orders?api_key=${key}`, { headers });
    await fetch(`${served.stagingBaseUrl}/${key}`, { headers: { authorization: `Basic ${key}` } });
  }
  await served.stop();
  expect(served.log()).toContain('"ready"');
  expect(served.out() + served.log()).not.toContain('canary');
});
