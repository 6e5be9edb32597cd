import { chmod, writeFile } from 'node:fs/promises';
import { readTextFile } from '../text/text-file.ts';
import { codeOf, gather, type Problem, UserError } from '../user-error.ts';
import { isWildcard } from './listen.ts';
import { pemProblems } from './pem-problems.ts';

const maxPemBytes = 1024 * 1024;

/** A certificate with its chain, and its private key, as PEM text. */
export type TlsCertificate = { readonly cert: string; readonly key: string };

/** Reads a certificate and its key from files. Throws a `UserError` if one cannot be read, or if they do not belong together. */
export async function readCertificate(certFile: string, keyFile: string): Promise<TlsCertificate> {
  const problems: Problem[] = [];
  const cert = await gather(readTextFile(certFile, maxPemBytes), problems);
  const key = await gather(readTextFile(keyFile, maxPemBytes), problems);
  if (cert === undefined || key === undefined) throw new UserError(problems);
  problems.push(...pemProblems(`${certFile}, ${keyFile}`, { cert, key }));
  if (problems.length > 0) throw new UserError(problems);
  return { cert, key };
}

/**
 * Creates a CA and a certificate for localhost, the loopback addresses and `hosts`, and writes the CA to `caFile` (PEM,
 * mode 0644). Throws a `UserError` if the file cannot be written.
 */
export async function makeCertificate(hosts: readonly string[], caFile: string): Promise<TlsCertificate> {
  const { generateCertificate } = await import('./generate-certificate.ts');
  const named = hosts.filter((host) => !isWildcard(host));
  const { ca, cert, key } = await generateCertificate([
    ...new Set(['localhost', '127.0.0.1', '::1', ...named]),
  ]);
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
