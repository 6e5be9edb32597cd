import net from 'node:net';
import tls from 'node:tls';
import { headEnd } from '../contract/http1/head.ts';
import { quoted } from '../contract/http1/wire-text.ts';
import type { Problem } from '../user-error.ts';
import { type Endpoint, endpointOf } from './endpoint.ts';

/** Its `where` is `the proxy host:port`. */
export type HttpProxy = Endpoint & {
  /** The value of Proxy-Authorization; undefined without credentials. */
  readonly authorization: string | undefined;
};

/** Reads the address of a proxy. It must be valid: see `proxyProblems`. */
export function readProxy(text: string): HttpProxy {
  const url = new URL(text);
  const endpoint = endpointOf(url);
  const credentials = credentialsOf(url)?.join(':');
  return {
    ...endpoint,
    where: `the proxy ${endpoint.where}`,
    authorization: credentials && `Basic ${Buffer.from(credentials).toString('base64')}`,
  };
}

/** Returns the texts in the address of a proxy that no report may show. */
export function proxySecrets(text: string | undefined): readonly string[] {
  const url = text === undefined ? null : URL.parse(text);
  const [, password = ''] = (url && credentialsOf(url)) ?? [];
  return password === '' ? [] : [password];
}

function credentialsOf({ username, password }: URL): readonly [string, string] | undefined {
  if (username === '' && password === '') return undefined;
  return [decodeURIComponent(username), decodeURIComponent(password)];
}

/** Returns why a proxy cannot be used. No problem contains its credentials. */
export function proxyProblems(text: string, where = 'the proxy'): Problem[] {
  const url = URL.parse(text);
  const expected = 'the address of an HTTP proxy, such as http://proxy.example:3128';
  if (url === null || url.hostname === '') return [{ where, what: 'is not an address', expected }];
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return [{ where, what: `has the scheme ${url.protocol}`, expected }];
  try {
    credentialsOf(url);
    return [];
  } catch {
    return [{ where, what: 'has credentials that are not percent-encoded UTF-8', expected }];
  }
}

/** Connects to a proxy and calls `onOpen` when it accepts bytes. */
export function connectToProxy(
  { secure, host, port }: HttpProxy,
  options: net.SocketConstructorOpts &
    tls.SecureContextOptions &
    Pick<tls.ConnectionOptions, 'secureContext'>,
  onOpen: () => void,
): net.Socket {
  if (!secure) return net.connect({ ...options, host, port }, onOpen);
  const servername = net.isIP(host) === 0 ? { servername: host } : {};
  return tls.connect({ ...options, host, port, ...servername }, onOpen);
}

const maxHeadBytes = 16 * 1024;

/**
 * Asks a proxy for a tunnel to `host:port`. Calls `done` once, with a sentence if the proxy refuses. The socket then has
 * no listener for data, and returns the bytes of the target.
 */
export function requestTunnel(
  socket: net.Socket,
  { where, authorization }: HttpProxy,
  target: string,
  done: (refusal: string | undefined) => void,
): void {
  let received = Buffer.alloc(0);
  const end = (refusal: string | undefined): void => {
    socket.off('data', receive);
    socket.off('end', ended);
    done(refusal);
  };
  const ended = (): void => end(`${where} closed the connection instead of opening a tunnel to ${target}.`);
  const receive = (bytes: Buffer): void => {
    received = Buffer.concat([received, bytes]);
    const head = headEnd(received, 0);
    if (head < 0 && received.length < maxHeadBytes) return;
    socket.pause();
    const statusLine = received.toString('latin1', 0, received.indexOf(10)).trimEnd();
    const opened = head >= 0 && /^HTTP\/1\.\d 2\d\d(?: |$)/.test(statusLine);
    const surplus = received.subarray(head);
    if (opened && surplus.length > 0) socket.unshift(surplus);
    end(opened ? undefined : describeRefusal(where, target, statusLine));
  };
  socket.on('data', receive);
  socket.on('end', ended);
  const credentials = authorization === undefined ? '' : `Proxy-Authorization: ${authorization}\r\n`;
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${credentials}\r\n`, 'latin1');
}

function describeRefusal(where: string, target: string, statusLine: string): string {
  if (/^HTTP\/1\.\d 407/.test(statusLine)) return credentialsRequired(where);
  return `${where} opens no tunnel to ${target}: it responds with ${quoted(statusLine)}.`;
}

export function credentialsRequired(where: string): string {
  return `${where} does not accept the credentials, or requires some (407): use http://USER:PASSWORD@HOST:PORT.`;
}
