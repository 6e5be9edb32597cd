import { createPrivateKey, type KeyObject, randomUUID, X509Certificate } from 'node:crypto';
import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { codeOf, gather, type Problem, UserError } from '../user-error.ts';
import { isWildcard } from './listen.ts';

/** A certificate with its chain, and its private key, as PEM text. */
export type TlsCertificate = { readonly cert: string; readonly key: string };

/**
 * Reads a certificate and its key from files. Throws a `UserError` if a file cannot be read, is not PEM of its kind, or
 * if the key does not belong to the certificate.
 */
export async function readCertificate(certFile: string, keyFile: string): Promise<TlsCertificate> {
  const problems: Problem[] = [];
  const cert = await gather(readText(certFile), problems);
  const key = await gather(readText(keyFile), problems);
  if (cert === undefined || key === undefined) throw new UserError(problems);
  const certificate = attempt(() => new X509Certificate(cert));
  const privateKey = attempt(() => createPrivateKey(key));
  if (certificate === undefined) problems.push(noPem(certFile, 'certificate', 'CERTIFICATE'));
  if (privateKey === undefined)
    problems.push(noPem(keyFile, 'private key without a passphrase', 'PRIVATE KEY'));
  if (problems.length > 0) throw new UserError(problems);
  if (!belongs(certificate, privateKey)) {
    throw new UserError({ where: keyFile, what: `is not the key of the certificate in ${certFile}` });
  }
  return { cert, key };
}

/**
 * Creates a CA and a certificate for localhost, the loopback addresses and `hosts`, and writes the CA to `caFile` (PEM,
 * mode 0644, atomically). Throws a `UserError` if the file cannot be written.
 */
export async function makeCertificate(hosts: readonly string[], caFile: string): Promise<TlsCertificate> {
  const { generateCertificate } = await import('./generate-certificate.ts');
  const named = hosts.filter((host) => !isWildcard(host));
  const { ca, cert, key } = await generateCertificate([
    ...new Set(['localhost', '127.0.0.1', '::1', ...named]),
  ]);
  await writeWhole(caFile, ca);
  return { cert, key };
}

/** Writes a temporary file and renames it, so that nobody reads half of it. */
async function writeWhole(file: string, text: string): Promise<void> {
  const beside = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(beside, text, { flag: 'wx', flush: true });
    // The umask may have cleared bits.
    await chmod(beside, 0o644);
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    const hint = 'name another file with --tls-ca-file or SIM_TLS_CA_FILE';
    throw new UserError({ where: file, what: `cannot be written (${codeOf(error) ?? error})`, hint });
  }
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new UserError({ where: file, what: `cannot be read (${codeOf(error) ?? error})` });
  });
}

function noPem(where: string, what: string, label: string): Problem {
  return { where, what: `does not hold a ${what}`, expected: `PEM text with -----BEGIN ${label}-----` };
}

function belongs(certificate: X509Certificate | undefined, key: KeyObject | undefined): boolean {
  return key !== undefined && certificate?.checkPrivateKey(key) === true;
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
