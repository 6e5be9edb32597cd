import type { FailureReason } from '../contract/exchange.ts';

/** Where a connection goes. */
export type Endpoint = {
  readonly secure: boolean;
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  /** `host:port`, also if the port is the default one. */
  readonly where: string;
};

export function endpointOf({ protocol, hostname, port: digits }: URL): Endpoint {
  const secure = protocol === 'https:';
  const port = digits === '' ? (secure ? 443 : 80) : Number(digits);
  return { secure, host: hostname.replace(/^\[|\]$/g, ''), port, where: `${hostname}:${port}` };
}

/** How far a connection got. */
export type Phase = 'connecting' | 'securing' | 'talking';

/** The other end of a connection: the target, or a proxy. */
export type Peer = Pick<Endpoint, 'host' | 'where'>;

/** Why there is no response. */
export type Failure = { readonly reason: FailureReason; readonly message: string };

/** What did not happen in time, by phase. */
export const whatIsMissing: Readonly<Record<Phase, string>> = {
  connecting: 'could not be reached',
  securing: 'did not finish the TLS handshake',
  talking: 'sent no response',
};

const dnsCodes = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME']);

/** Describes in one sentence why a connection failed. */
export function describeFailure(error: NodeJS.ErrnoException, phase: Phase, { where, host }: Peer): Failure {
  const { code = 'unknown', message = '' } = error;
  if (dnsCodes.has(code))
    return {
      reason: 'dns',
      message: `The name ${host} cannot be resolved (${code}); is it spelled correctly?`,
    };
  if (phase === 'securing' || /^ERR_(?:SSL|TLS)_|CERT|UNABLE_TO/.test(code))
    return { reason: 'tls', message: describeTls(code, message, where) };
  if (code === 'ETIMEDOUT')
    return { reason: 'timeout', message: `${where} cannot be reached in time (${code}).` };
  if (phase === 'talking') return { reason: 'reset', message: `The connection to ${where} broke (${code}).` };
  const refused = `Nothing listens at ${where} (${code}); is the target running, and is the port correct?`;
  const other = `${where} cannot be reached (${code}).`;
  return { reason: 'refused', message: code === 'ECONNREFUSED' ? refused : other };
}

function describeTls(code: string, message: string, where: string): string {
  const start = `No TLS connection to ${where}`;
  if (code === 'ECONNRESET')
    return `${start}: the target closed the connection (${code}); does it support TLS, and accept the client certificate?`;
  // With TLS 1.3, the target verifies the client after its own handshake.
  if (/ALERT_.*(?:CERTIFICATE|UNKNOWN_CA|HANDSHAKE_FAILURE)/.test(code))
    return `${start}: the target refused the handshake (${code}); if it requires a client certificate, give one with the options --cert and --key.`;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_'))
    return `${start}: the target supports no TLS version of this client (${code}); is the base address http?`;
  const authority = /SELF_SIGNED|UNABLE_TO|UNTRUSTED/.test(code)
    ? '; give the certificate of its authority with the option --ca'
    : '';
  return `${start}: ${message.split('\n', 1)[0]} (${code})${authority}.`;
}
