import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** An answer as it came, byte for byte. */
export type RawResponse = {
  readonly status: number;
  /** Everything before the empty line. */
  readonly head: string;
  readonly body: string;
};

/** What a connection received: every byte as latin1, and the error that ended it. */
export type Received = { readonly text: string; readonly error: NodeJS.ErrnoException | undefined };

export type Connection = {
  readonly socket: Socket;
  readonly closed: Promise<Received>;
  /** Resolves when everything received so far matches. */
  receives(pattern: RegExp): Promise<void>;
};

/** Opens a connection, sends bytes and collects what it receives. */
export function dial(origin: string, bytes: string | Buffer): Connection {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let text = '';
  let error: NodeJS.ErrnoException | undefined;
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', (cause: NodeJS.ErrnoException) => {
    error = cause;
  });
  const closed = new Promise<Received>((resolve) => socket.once('close', () => resolve({ text, error })));
  socket.write(bytes);
  const receives = async (pattern: RegExp): Promise<void> => {
    while (!pattern.test(text)) await once(socket, 'data');
  };
  return { socket, closed, receives };
}

/** Sends bytes and returns everything that comes back until the server closes the connection. Rejects if it resets it. */
export async function sendRaw(origin: string, bytes: string | Buffer): Promise<string> {
  const { text, error } = await dial(origin, bytes).closed;
  if (error !== undefined) throw error;
  return text;
}

/** Sends one request with `Connection: close`, and the length of a body unless a header frames it. The rest is sent as given. */
export async function request(
  origin: string,
  method: string,
  target: string,
  headers: readonly string[] = [],
  body: string | Buffer = '',
): Promise<RawResponse> {
  const head = [`${method} ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers];
  const isFramed =
    body.length === 0 || headers.some((line) => /^(?:Content-Length|Transfer-Encoding):/.test(line));
  if (!isFramed) head.push(`Content-Length: ${Buffer.byteLength(body)}`);
  const bytes = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
  return parseResponse(await sendRaw(origin, bytes));
}

/** Splits an answer at its empty line. */
export function parseResponse(text: string): RawResponse {
  const end = text.indexOf('\r\n\r\n');
  const head = text.slice(0, end);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), head, body: text.slice(end + 4) };
}

/** The value of a header, or undefined. */
export function header(answer: RawResponse, name: string): string | undefined {
  return new RegExp(`^${name}: (.*)$`, 'im').exec(answer.head)?.[1];
}
