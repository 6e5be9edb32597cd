import { KeyObject, webcrypto } from 'node:crypto';
import { chmod, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { codeOf, UserError } from '../user-error.ts';
import { isWildcard } from './listen.ts';
import type { TlsCertificate } from './tls.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const issuer = 'CN=store-orders-sim CA';
const dayMs = 86_400_000;

/**
 * Creates a CA and a certificate for localhost, the loopback addresses and `hosts`, with the extensions that RFC 5280
 * requires, and writes the CA to `caFile` (PEM, mode 0644). The CA's key is discarded. Both are valid from a day ago, because a
 * client's clock may be behind. Throws a UserError if the file cannot be written.
 */
export async function makeCertificate(hosts: readonly string[], caFile: string): Promise<TlsCertificate> {
  const named = hosts.filter((host) => !isWildcard(host));
  const names = [...new Set(['localhost', '127.0.0.1', '::1', ...named])];
  const authority = await generateKeys();
  const server = await generateKeys();
  const ca = await sign(authority.privateKey, issuer, authority.publicKey, [
    new BasicConstraintsExtension(true, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
  ]);
  const cert = await sign(authority.privateKey, 'CN=store-orders-sim', server.publicKey, [
    new BasicConstraintsExtension(false),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
    new SubjectAlternativeNameExtension(
      names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })),
    ),
    await AuthorityKeyIdentifierExtension.create(authority.publicKey),
  ]);
  const key = KeyObject.from(server.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString();
  await writeCa(caFile, ca);
  return { cert, key };
}

async function writeCa(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
    // The umask may have cleared bits.
    await chmod(file, 0o644);
  } catch (error) {
    const hint = 'name another file with --tls-ca-file or SIM_TLS_CA_FILE';
    throw new UserError({ where: file, what: `cannot be written (${codeOf(error) ?? error})`, hint });
  }
}

function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

async function sign(
  signingKey: webcrypto.CryptoKey,
  subject: string,
  publicKey: webcrypto.CryptoKey,
  extensions: readonly Extension[],
): Promise<string> {
  const now = Date.now();
  const certificate = await X509CertificateGenerator.create({
    subject,
    issuer,
    publicKey,
    signingKey,
    signingAlgorithm: algorithm,
    notBefore: new Date(now - dayMs),
    notAfter: new Date(now + 365 * dayMs),
    extensions: [...extensions, await SubjectKeyIdentifierExtension.create(publicKey)],
  });
  return certificate.toString('pem');
}
