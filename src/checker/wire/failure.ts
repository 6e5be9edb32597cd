import type { FailureReason } from './exchange.ts';

/** How far a connection had come. */
export type Phase = 'connecting' | 'securing' | 'talking';

/** Why no answer could be had, as in an outcome. */
export type Failure = { readonly reason: FailureReason; readonly message: string };

const dnsCodes = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME']);

/** Says in one sentence why a connection to `host:port` (`where`) failed. */
export function describeFailure(error: unknown, phase: Phase, where: string, host: string): Failure {
  const { code = 'unknown', message = '' } = error as NodeJS.ErrnoException;
  if (dnsCodes.has(code)) {
    return { reason: 'dns', message: `The name ${host} cannot be resolved (${code}); is it spelled right?` };
  }
  if (phase === 'securing') return { reason: 'tls', message: describeTls(code, message, where) };
  if (code === 'ETIMEDOUT')
    return { reason: 'timeout', message: `${where} cannot be reached in time (${code}).` };
  if (phase === 'connecting') return { reason: 'refused', message: describeRefused(code, where) };
  return { reason: 'reset', message: `The connection to ${where} broke (${code}).` };
}

function describeRefused(code: string, where: string): string {
  return code === 'ECONNREFUSED'
    ? `Nothing listens at ${where} (${code}); is the target running, and the port right?`
    : `${where} cannot be reached (${code}).`;
}

function describeTls(code: string, message: string, where: string): string {
  const start = `No TLS connection to ${where}`;
  if (code === 'ECONNRESET')
    return `${start}: the target closed the connection (${code}); does it speak TLS?`;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) {
    return `${start}: the target does not speak a TLS that we do (${code}); is the base address http?`;
  }
  const authority = /SELF_SIGNED|UNABLE_TO|UNTRUSTED/.test(code)
    ? '; give the certificate of its authority'
    : '';
  return `${start}: ${message.split('\n', 1)[0]} (${code})${authority}.`;
}
