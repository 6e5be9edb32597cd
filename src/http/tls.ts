import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { readTextFile } from '../text/text-file.ts';
import { gather, type Problem, UserError } from '../user-error.ts';

/** A certificate with its chain, and its private key, as PEM text. */
export type TlsCertificate = { readonly cert: string; readonly key: string };

type Texts<Name extends string> = { readonly [One in Name]?: string | undefined };

/** Returns why certificates or a key cannot be used, in the words of OpenSSL. */
export function pemProblems(where: string, { ca, cert, key }: Texts<'ca' | 'cert' | 'key'>): Problem[] {
  if ((cert === undefined) !== (key === undefined))
    return [{ where, what: 'belong together', expected: 'both or none' }];
  try {
    // TLS ignores text without a certificate.
    if (ca !== undefined) new X509Certificate(ca);
    createSecureContext({ ca, cert, key });
    return [];
  } catch (error) {
    const expected =
      key === undefined
        ? 'certificates in PEM (-----BEGIN CERTIFICATE-----)'
        : 'a certificate and its own key in PEM, the key without a passphrase';
    return [{ where, what: `cannot be used: ${(error as Error).message}`, expected }];
  }
}

/** Reads the PEM file that an option names, if it names one. Throws a UserError. */
export async function readPem(file: string | undefined): Promise<string | undefined> {
  return file === undefined ? undefined : readTextFile(file, 1024 ** 2);
}

/** Reads the files of a certificate for clients, if there is one. Throws a UserError if they cannot be used. */
export async function readCertificate({
  tlsCert,
  tlsKey,
}: Texts<'tlsCert' | 'tlsKey'>): Promise<TlsCertificate | undefined> {
  const problems: Problem[] = [];
  const cert = await gather(readPem(tlsCert), problems);
  const key = await gather(readPem(tlsKey), problems);
  if (problems.length === 0) problems.push(...pemProblems('--tls-cert, --tls-key', { cert, key }));
  if (problems.length > 0) throw new UserError(problems);
  return cert === undefined || key === undefined ? undefined : { cert, key };
}
