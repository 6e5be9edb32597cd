import { KeyObject, webcrypto } from 'node:crypto';
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

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const issuer = 'CN=store-orders-sim CA';
const dayMs = 86_400_000;

/**
 * Creates a CA and a certificate for servers with the names and addresses `hosts`, with the extensions that RFC 5280
 * requires. The CA's key is discarded. Both are valid from a day ago, because a client's clock may be behind.
 */
export async function generateCertificate(
  hosts: readonly string[],
): Promise<{ readonly ca: string; readonly cert: string; readonly key: string }> {
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
      hosts.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })),
    ),
    await AuthorityKeyIdentifierExtension.create(authority.publicKey),
  ]);
  const key = KeyObject.from(server.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString();
  return { ca, cert, key };
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
