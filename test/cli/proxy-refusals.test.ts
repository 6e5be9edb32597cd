import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { UserError } from '../../src/user-error.ts';
import { serveHere } from '../support/serve-here.ts';
import { startProxyCommand } from './run-proxy.ts';

test.each<[string, readonly string[], string]>([
  ['credentials', ['http://u:secret-7@staging.example/v1'], 'UPSTREAM has credentials'],
  ['itself', ['http://127.0.0.1:4777/v1', '--port', '4777'], 'is the address of the proxy itself'],
  ['a missing file', ['http://a.example/v1', '--tls-key', 'x'], 'x does not exist'],
  ['a variable without a command', ['http://a.example/v1', '--env', 'A={baseUrl}'], '--env has no effect'],
  ['an unknown rule', ['http://a.example/v1', '--ignore', 'R99'], 'there is no rule "R99"'],
])('refuses %s', async (_what, args, message) => {
  const error: unknown = await startProxyCommand(args).ended.catch((thrown: unknown) => thrown);
  if (!(error instanceof UserError)) throw new Error(`no UserError: ${String(error)}`);
  expect([error.exitCode, error.message]).toEqual([2, expect.stringContaining(message)]);
  expect(error.message).not.toContain('secret-7');
});

test('exits with 3 if its port is taken, and if the command does not exist', async () => {
  await using taken = await serveHere(createServer());
  for (const args of [
    ['--port', `${taken.port}`],
    ['--port', '0', '--', 'no-such-program'],
  ])
    await expect(startProxyCommand(['http://a.example/v1', ...args]).ended).rejects.toMatchObject({
      exitCode: 3,
    });
});
