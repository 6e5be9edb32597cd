import type { IncomingMessage } from 'node:http';

/** What the simulator reads from the headers of a request, including repeated ones. */
export type RequestHead = {
  /** How many Host headers there are. */
  readonly hosts: number;
  readonly authorizations: readonly string[];
  /** Whether a body follows. RFC 9112, 6. */
  readonly hasBody: boolean;
};

/** Reads `rawHeaders`, because Node's `headers` hides repeated headers. */
export function readRequestHead(rawHeaders: readonly string[]): RequestHead {
  let hosts = 0;
  let hasBody = false;
  const authorizations: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    const value = rawHeaders[at + 1] ?? '';
    if (isNamed(name, 'host')) hosts++;
    else if (isNamed(name, 'authorization')) authorizations.push(value);
    else if (isNamed(name, 'content-length')) hasBody ||= Number(value) > 0;
    else if (isNamed(name, 'transfer-encoding')) hasBody = true;
  }
  return { hosts, authorizations, hasBody };
}

/** Whether a request has exactly one Host header; HTTP/1.0 may have none. RFC 9112, 3.2. */
export function namesOneHost({ hosts }: RequestHead, httpVersion: string): boolean {
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1');
}

function isNamed(name: string, wanted: string): boolean {
  return name.length === wanted.length && (name === wanted || name.toLowerCase() === wanted);
}

/** Returns the path of a request, without its query. The target may be a whole URL (RFC 9112, 3.2.2). */
export function pathOf({ url = '' }: IncomingMessage): string {
  return url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*/s, '') || '/';
}
