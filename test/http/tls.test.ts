import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { trackConnections } from '../../src/http/drain.ts';
import { makeCertificate, readCertificate, type TlsCertificate } from '../../src/http/tls.ts';
import { UserError } from '../../src/user-error.ts';
import { newFolder } from '../support/new-folder.ts';
import { serveHere } from '../support/serve-here.ts';

let folder: string;
let caFile: string;
let made: TlsCertificate;

beforeAll(async () => {
  folder = newFolder();
  caFile = join(folder, 'ca.pem');
  made = await makeCertificate(['orders.example', '0.0.0.0', '10.1.2.3'], caFile);
});

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

async function listen(
  certificate: TlsCertificate,
  handle: RequestListener = (_, response) => void response.end('orders'),
) {
  const server = createServer(certificate, handle);
  const drain = trackConnections(server);
  const { port, [Symbol.asyncDispose]: close } = await serveHere(server);
  onTestFinished(close);
  return { server, drain, port };
}

test.each(['localhost', '127.0.0.1', 'orders.example', '10.1.2.3'])(
  'a client that trusts the written CA accepts the certificate for %s',
  async (name) => {
    const { port } = await listen(made);
    const socket = connectTls({
      port,
      host: '127.0.0.1',
      ca: await readFile(caFile),
      ...(/[a-z]/.test(name) ? { servername: name } : {}),
      checkServerIdentity: (_, certificate) => {
        const shown = certificate.subjectaltname ?? '';
        return shown.split(', ').some((each) => each.endsWith(`:${name}`)) ? undefined : new Error(shown);
      },
    });
    onTestFinished(() => void socket.destroy());
    await once(socket, 'secureConnect');
    expect(socket.authorized).toBe(true);
  },
);

test('a strict client trusts the certificate, also one whose clock is hours behind', async () => {
  const leaf = await file('leaf.pem', made.cert);
  const hoursAgo = Math.floor(Date.now() / 1000) - 20 * 3600;
  for (const moment of [[], ['-attime', String(hoursAgo)]]) {
    const args = ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', caFile, ...moment, leaf];
    expect((await promisify(execFile)('openssl', args)).stdout).toBe(`${leaf}: OK\n`);
  }
});

test('an unwritable CA file is named with its flag', async () => {
  const nowhere = join(folder, 'no-such-folder', 'ca.pem');
  await expect(makeCertificate([], nowhere)).rejects.toThrow(
    `${nowhere} cannot be written (ENOENT); name another file with --tls-ca-file or SIM_TLS_CA_FILE`,
  );
  const taken = join(folder, 'taken');
  await mkdir(taken, { recursive: true });
  await expect(makeCertificate([], taken)).rejects.toBeInstanceOf(UserError);
  expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test.each([
  ['no certificate', async () => [await file('no.pem', 'hello'), await file('key.pem', made.key)]],
  ['no key', async () => [await file('cert.pem', made.cert), await file('no.pem', made.cert)]],
  [
    'the key of another certificate',
    async () => {
      const other = await makeCertificate([], join(folder, 'other-ca.pem'));
      return [await file('cert.pem', made.cert), await file('other-key.pem', other.key)];
    },
  ],
])('refuses %s, and names the files', async (_, write) => {
  const [cert = '', key = ''] = await write();
  const error = await readCertificate(cert, key).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UserError);
  expect((error as UserError).problems).toEqual([
    {
      where: `${cert}, ${key}`,
      what: expect.stringMatching(/^cannot be used: error:/),
      expected: 'a certificate and its own key in PEM, the key without a passphrase',
    },
  ]);
});
