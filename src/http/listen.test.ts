import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { expect, test } from 'vitest';
import { UserError } from '../user-error.ts';
import { hostInUrl, isWildcard, type ListenAddress, listen } from './listen.ts';

const address: ListenAddress = { host: 'a.example', port: 80, setting: 'controlPort' };

/** A server whose `listen` fails with an error code, or succeeds on port 7. */
function aServer(code?: string): Server {
  const server = new EventEmitter();
  const start = (at: unknown, done: () => void): void => {
    expect(at).toEqual({ host: 'a.example', port: 80 });
    if (code === undefined) done();
    else server.emit('error', Object.assign(new Error('planted'), { code }));
  };
  return Object.assign(server, { listen: start, address: () => ({ port: 7 }) }) as unknown as Server;
}

const expected = 'an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all IPv4 addresses';
const wrongHost = (why: string) => `\`controlHost\` "a.example" ${why}; expected ${expected}`;

test.each([
  [
    'EADDRINUSE',
    '`controlPort` 80 on a.example is taken; free it, or choose another with `controlPort` (0 takes any)',
  ],
  [
    'EACCES',
    '`controlPort` 80 on a.example is not allowed to this user; choose one above 1023 with `controlPort`',
  ],
  ['EADDRNOTAVAIL', wrongHost('is not an address of this machine (EADDRNOTAVAIL)')],
  ['EINVAL', wrongHost('is not an address on which a server can listen (EINVAL)')],
  ['EAFNOSUPPORT', wrongHost('has an address family that this machine does not support (EAFNOSUPPORT)')],
  ['ENOTFOUND', wrongHost('is not a host name that this machine can resolve (ENOTFOUND)')],
  ['EAI_AGAIN', wrongHost('is not a host name that this machine can resolve now (EAI_AGAIN)')],
])('explains %s and exits with 3', async (code, message) => {
  const error = await listen(aServer(code), address).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UserError);
  expect(error).toMatchObject({ message, exitCode: 3 });
});

test.each(['EMFILE', undefined])(
  'keeps an error with the code %s, which is not a mistake of the user',
  async (code) => {
    const server = aServer('other');
    const error = Object.assign(new Error('planted'), { code });
    server.listen = () => server.emit('error', error) as unknown as Server;
    await expect(listen(server, address)).rejects.toBe(error);
  },
);

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
