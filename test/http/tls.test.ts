import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { checkServerIdentity, connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { makeCertificate } from '../../src/http/generate-certificate.ts';
import { readCertificate, type TlsCertificate } from '../../src/http/tls.ts';
import { certificateFor } from '../support/certificate-for.ts';
import { newFolder } from '../support/new-folder.ts';
import { serveHere } from '../support/serve-here.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
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

test.each(['localhost', '127.0.0.1', 'orders.example', '10.1.2.3'])(
  'a client that trusts the written CA accepts the certificate for %s',
  async (name) => {
    await using here = await serveHere(createServer(made));
    const address = { port: here.port, host: '127.0.0.1', ca: await readFile(caFile) };
    const socket = connectTls({
      ...address,
      checkServerIdentity: (_, certificate) => checkServerIdentity(name, certificate),
    });
    await once(socket, 'secureConnect');
    expect(socket.destroy().authorized).toBe(true);
  },
);

test.runIf(hasOpenssl)(
  'a strict client trusts the certificate, also one whose clock is hours behind',
  async () => {
    const leaf = await file('leaf.pem', made.cert);
    const hoursAgo = Math.floor(Date.now() / 1000) - 20 * 3600;
    for (const moment of [[], ['-attime', String(hoursAgo)]]) {
      const args = ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', caFile, ...moment, leaf];
      expect((await promisify(execFile)('openssl', args)).stdout).toBe(`${leaf}: OK\n`);
    }
  },
);

test('an unwritable CA file is named with its flag', async () => {
  const nowhere = join(folder, 'no-such-folder', 'ca.pem');
  await expect(makeCertificate([], nowhere)).rejects.toThrow(
    `${nowhere} cannot be written (ENOENT); name another file with --tls-ca-file or SIM_TLS_CA_FILE`,
  );
});

test.each([
  ['no certificate', async () => ['hello', made.key]],
  ['the key of another certificate', async () => [made.cert, (await certificateFor('a.example')).key]],
])('refuses %s', async (_, texts) => {
  const [cert = '', key = ''] = await texts();
  const files = { tlsCert: await file('cert.pem', cert), tlsKey: await file('key.pem', key) };
  const problem = {
    where: '--tls-cert, --tls-key',
    what: expect.stringMatching(/^cannot be used: error:/),
    expected: 'a certificate and its own key in PEM, the key without a passphrase',
  };
  await expect(readCertificate(files)).rejects.toMatchObject({ problems: [problem] });
  const { tlsCert, tlsKey } = files;
  for (const one of [{ tlsCert }, { tlsKey }])
    await expect(readCertificate(one)).rejects.toThrow('belong together; expected both or none');
});
