import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { expect, test } from 'vitest';
import { UserError } from '../user-error.ts';
import { hostInUrl, isWildcard, type ListenAddress, listen } from './listen.ts';

const address: ListenAddress = { host: 'a.example', port: 80, flag: '--control-port' };

/** A server whose `listen` fails with an error, or succeeds on port 7. */
function aServer(error?: { readonly code?: string; readonly syscall?: string }): Server {
  const server = new EventEmitter();
  const start = (at: unknown, done: () => void): void => {
    expect(at).toEqual({ host: 'a.example', port: 80 });
    if (error === undefined) done();
    else server.emit('error', Object.assign(new Error('planted'), error));
  };
  return Object.assign(server, { listen: start, address: () => ({ port: 7 }) }) as unknown as Server;
}

test.each([
  ['EADDRINUSE', 'listen', '--control-port a.example:80 is taken; choose another port; 0 takes any'],
  [
    'EACCES',
    'listen',
    '--control-port a.example:80 is not allowed to this user; choose another port; 0 takes any',
  ],
  ...[
    ['EADDRNOTAVAIL', 'listen'],
    ['ENOTFOUND', 'getaddrinfo'],
  ].map(([code = '', syscall = '']) => [
    code,
    syscall,
    `--control-port a.example:80 cannot be used (${code}); use an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all IPv4 addresses`,
  ]),
])('explains %s and exits with 3', async (code, syscall, message) => {
  const error = await listen(aServer({ code, syscall }), address).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UserError);
  expect(error).toMatchObject({ message, exitCode: 3 });
});

test('returns the port, and leaves later errors to others', async () => {
  const server = aServer();
  expect(await listen(server, address)).toBe(7);
  expect(server.listenerCount('error')).toBe(0);
});

test('knows the addresses of every interface, and how addresses are written in a URL', () => {
  expect(['0.0.0.0', '::', '127.0.0.1', '::1', ''].map(isWildcard)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(['::1', '[::1]', '127.0.0.1', 'a['].map(hostInUrl)).toEqual(['[::1]', '[::1]', '127.0.0.1', 'a[']);
});
