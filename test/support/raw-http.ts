import { once } from 'node:events';
import { connect } from 'node:net';

/** An answer as it came, byte for byte. */
export type RawResponse = {
  readonly status: number;
  /** Everything before the empty line. */
  readonly head: string;
  readonly body: string;
};

/** Sends bytes over a socket of their own and answers everything that came back until the server hung up. */
export async function sendRaw(origin: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

/** Sends one request with `Connection: close`; `target` and header lines go out to the letter. */
export async function request(
  origin: string,
  method: string,
  target: string,
  headers: readonly string[] = [],
  body: string | Buffer = '',
): Promise<RawResponse> {
  const head = [`${method} ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers];
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
