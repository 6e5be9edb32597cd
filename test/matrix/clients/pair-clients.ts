import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import {
  type Access,
  type BenchClient,
  expectSame,
  fail,
  missing,
  pending,
  shipped,
} from './bench-client.ts';
import { careful, listCarefully, type Reply, sendCarefully } from './careful-http.ts';
import { send } from './plain-http.ts';

/** Clients whose tests fail only where two choices meet. */
export const pairClients = {
  'refusal-texts': {
    assumes: 'an Error body of a 409, if there is one, has a code that is known',
    causes: ['conflict-body=error + error-codes=opaque'],
    run: async (access) => {
      const response = await send(access, 'DELETE', `/store/orders/${shipped}`);
      const body = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
      const code: string = isJson ? JSON.parse(body).code : 'order_already_shipped';
      expectSame(code, 'order_already_shipped', 'reason for the refusal');
    },
  },
  'byte-cache': {
    assumes: 'the bytes that it kept by their ETag are not compressed',
    causes: ['etag=on + list-compression=on'],
    run: async (access) => {
      const first = await getBytes(access, {});
      expectSame(parse(first.bytes, first.encoding).length, 10, 'orders of the first list');
      if (first.etag === undefined) return;
      const again = await getBytes(access, { 'If-None-Match': first.etag });
      const bytes = again.status === 304 ? first.bytes : again.bytes;
      expectSame(parse(bytes, again.encoding).length, 10, 'orders of the second list');
    },
  },
} as const satisfies Record<string, BenchClient>;

type Bytes = {
  readonly status: number | undefined;
  readonly etag: string | undefined;
  readonly encoding: string | undefined;
  readonly bytes: Buffer;
};

function parse(bytes: Buffer, encoding: string | undefined): readonly unknown[] {
  const text = (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
  if (!text.startsWith('[')) fail('the list is not JSON');
  return JSON.parse(text);
}

/** Lists the orders as a proxy sees them, without decoding. */
function getBytes({ origin, apiKey }: Access, headers: Record<string, string>): Promise<Bytes> {
  const all = { Authorization: `Bearer ${apiKey}`, 'Accept-Encoding': 'gzip', ...headers };
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}/v1/store/orders`, { headers: all, agent: false }, (response) => {
      const { etag, 'content-encoding': encoding } = response.headers;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode, etag, encoding, bytes: Buffer.concat(chunks) }),
      );
    });
    sent.once('error', reject).end();
  });
}

/** Clients that survive every fault, and rely on what nobody promised only after one. */
export const lossClients = {
  'lost-cancel-conflict': {
    assumes: 'a cancel that is repeated after a lost response gets a 409',
    causes: ['cancel-again=not-found + cancelOrder:1:reset-after-commit'],
    run: (access) =>
      cancelOnce(access, ({ status }) => status === 409 || fail(`the repeated cancel has status ${status}`)),
  },
  'lost-cancel-empty': {
    assumes: 'the 409 of a cancel that is repeated after a lost response has no body',
    causes: [
      'conflict-body=error + cancelOrder:1:reset-after-commit',
      'conflict-body=text + cancelOrder:1:reset-after-commit',
    ],
    run: (access) =>
      cancelOnce(access, ({ status, text }) => {
        if (status === 409) expectSame(text, '', 'body of the 409');
      }),
  },
} as const satisfies Record<string, BenchClient>;

/** Cancels an order, lists, and cancels one that is missing. `onRefusal` judges a refusal after a response that was lost. */
async function cancelOnce(access: Access, onRefusal: (reply: Reply) => unknown): Promise<void> {
  await listCarefully(access);
  const { reply, uncertain } = await sendCarefully(access, 'DELETE', `/store/orders/${pending}`, careful);
  if (reply.status !== 204 && !uncertain) fail(`the cancel has status ${reply.status}`);
  if (reply.status !== 204) onRefusal(reply);
  await sendCarefully(access, 'DELETE', `/store/orders/${missing}`);
}
