import { X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { Problem } from '../user-error.ts';

/** Returns why certificates or a key cannot be used, in the words of OpenSSL. */
export function pemProblems(where: string, pem: SecureContextOptions): Problem[] {
  try {
    // TLS ignores text without a certificate.
    if (pem.ca !== undefined) new X509Certificate(`${pem.ca}`);
    createSecureContext(pem);
    return [];
  } catch (error) {
    const expected =
      pem.key === undefined
        ? 'certificates in PEM (-----BEGIN CERTIFICATE-----)'
        : 'a certificate and its own key in PEM, the key without a passphrase';
    return [{ where, what: `cannot be used: ${(error as Error).message}`, expected }];
  }
}
