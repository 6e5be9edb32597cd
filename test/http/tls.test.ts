import { execFile } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer, get } from 'node:https';
import { connect } from 'node:net';
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

test('a client without the CA refuses the certificate', async () => {
  const { port } = await listen(made);
  const request = get({ port, host: '127.0.0.1' });
  const [error] = await once(request, 'error');
  expect((error as NodeJS.ErrnoException).code).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
});

test('the CA file is world-readable, contains no key, and leaves no temporary file', async () => {
  expect((await stat(caFile)).mode & 0o777).toBe(0o644);
  const text = await readFile(caFile, 'utf8');
  expect(text).toContain('BEGIN CERTIFICATE');
  expect(text).not.toContain('PRIVATE');
  expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('makes a CA and a certificate for servers, each with no other purpose', async () => {
  const file = join(folder, 'purposes.pem');
  const { cert, key } = await makeCertificate(['orders.example', '0.0.0.0', '::', '10.1.2.3'], file);
  const [ca, leaf] = [new X509Certificate(await readFile(file)), new X509Certificate(cert)];
  expect([ca.subject, ca.issuer]).toEqual(['CN=store-orders-sim CA', 'CN=store-orders-sim CA']);
  expect([leaf.subject, leaf.issuer]).toEqual(['CN=store-orders-sim', 'CN=store-orders-sim CA']);
  expect([ca.verify(ca.publicKey), leaf.verify(ca.publicKey)]).toEqual([true, true]);
  expect(leaf.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(leaf.subjectAltName).toBe(
    'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, DNS:orders.example, IP Address:10.1.2.3',
  );
  for (const { publicKey, raw } of [ca, leaf]) {
    expect(publicKey.asymmetricKeyType).toBe('ec');
    expect(raw.toString('hex')).toContain(der.ecdsaWithSha256);
  }
  expect(ca.raw.toString('hex')).toContain(der.criticalIsCa);
  expect(ca.raw.toString('hex')).toContain(der.criticalSignsCertificates);
  expect(leaf.raw.toString('hex')).toContain(der.isNoCa);
  expect(leaf.raw.toString('hex')).toContain(der.criticalSigns);
  expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect((await stat(file)).mode & 0o777).toBe(0o644);
});

test('a strict client trusts the certificate, also one whose clock is hours behind', async () => {
  const leaf = await file('leaf.pem', made.cert);
  const hoursAgo = Math.floor(Date.now() / 1000) - 20 * 3600;
  for (const moment of [[], ['-attime', String(hoursAgo)]]) {
    const args = ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', caFile, ...moment, leaf];
    expect((await promisify(execFile)('openssl', args)).stdout).toBe(`${leaf}: OK\n`);
  }
});

/** Parts of a certificate, RFC 5280, 4.2.1: an extension is its name, whether it is critical, and its value. */
const der = {
  ecdsaWithSha256: '06082a8648ce3d040302',
  criticalIsCa: '0603551d130101ff040530030101ff',
  isNoCa: '0603551d1304023000',
  criticalSignsCertificates: '0603551d0f0101ff040403020106',
  criticalSigns: '0603551d0f0101ff040403020780',
};

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

test('reads a certificate with its key', async () => {
  const cert = await file('cert.pem', made.cert);
  const key = await file('key.pem', made.key);
  expect(await readCertificate(cert, key)).toEqual(made);
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

test('names each file of a pair that cannot be read', async () => {
  const key = await file('good-key.pem', made.key);
  await expect(readCertificate('no.pem', key)).rejects.toThrow(/^no\.pem does not exist$/);
  await expect(readCertificate('no.pem', 'either.pem')).rejects.toThrow(
    'no.pem does not exist\neither.pem does not exist',
  );
});

test('a drain finishes a response over TLS and closes an endless handshake', async () => {
  const { server, drain, port } = await listen(made, () => {});
  const accepted = once(server, 'connection');
  const mute = connect(port, '127.0.0.1');
  const muteClosed = new Promise((resolve) => mute.once('close', resolve));
  await accepted;
  const arrived = once(server, 'request');
  const request = get({ port, host: '127.0.0.1', ca: await readFile(caFile) });
  const [, held] = await arrived;

  const answered = once(request, 'response');
  const stopped = drain.stop(new AbortController().signal);
  held.end('done');
  const [response] = await answered;
  response.resume();
  await Promise.all([stopped, muteClosed]);
  expect(response.headers.connection).toBe('close');
});
