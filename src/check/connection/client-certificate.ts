import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Problem } from '../../user-error.ts';

/** A client certificate, its key and the passphrase of the key, in PEM. */
export type ClientCertificate = {
  readonly cert: string;
  readonly key: string;
  readonly passphrase: string | undefined;
};

const aCertificate = 'a certificate in PEM (-----BEGIN CERTIFICATE-----)';
const aKey = 'a private key in PEM (-----BEGIN PRIVATE KEY-----)';

/** Returns why a client certificate cannot be used. */
export function clientCertificateProblems({ cert, key, passphrase }: ClientCertificate): Problem[] {
  const certificate = attempt(() => new X509Certificate(cert));
  if (certificate === undefined)
    return [{ where: '--cert', what: 'contains no certificate that can be read', expected: aCertificate }];
  const privateKey = attempt(() => createPrivateKey({ key, passphrase: passphrase ?? '' }));
  if (privateKey === undefined) return [keyProblem(key, passphrase)];
  return certificate.checkPrivateKey(privateKey)
    ? []
    : [{ where: '--key', what: 'is not the key of the certificate in --cert' }];
}

function keyProblem(key: string, passphrase: string | undefined): Problem {
  if (
    !/-----BEGIN (?:ENCRYPTED PRIVATE KEY-----|[A-Z ]*PRIVATE KEY-----\r?\nProc-Type: 4,ENCRYPTED)/.test(key)
  )
    return { where: '--key', what: 'contains no private key that can be read', expected: aKey };
  return passphrase === undefined
    ? { where: '--key', what: 'is encrypted', hint: 'give its passphrase with --key-passphrase-file' }
    : { where: '--key-passphrase-file', what: 'does not decrypt the key in --key' };
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
