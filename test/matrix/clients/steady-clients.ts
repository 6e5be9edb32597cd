import {
  type Access,
  type BenchClient,
  expectSame,
  fail,
  missing,
  pending,
  shipped,
} from './bench-client.ts';
import { isJson, listCarefully, type Reply, sendCarefully } from './careful-http.ts';
import { startPatience } from './plain-http.ts';

/** Clients that depend on nothing: a cause that is named for them is wrong. */
export const steadyClients = {
  careful: {
    assumes: 'nothing that is not promised; survives faults',
    causes: [],
    run: async (access) => {
      await expectList(access);
      await expectCancel(access, pending);
      await expectRefusal(access, shipped, 409);
      await expectRefusal(access, missing, 404);
      await expectList(access);
    },
  },
  'touches-everything': {
    assumes: 'nothing that is not promised, and sends what every gap is about',
    causes: [],
    run: async (access) => {
      for (const one of strangeRequests) await sendStrange(access, one);
      await steadyClients.careful.run(access);
      // The second cancel may be a 409 or a 404.
      await sendCarefully(access, 'DELETE', `/store/orders/${pending}`);
      await expectList(access);
    },
  },
} as const satisfies Record<string, BenchClient>;

type Strange = {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

const asJson = { 'Content-Type': 'application/json' };

/** Requests whose responses nobody promised, so that this client takes any of them. */
const strangeRequests: readonly Strange[] = [
  { method: 'GET', path: '/v1/store/inventory', headers: { Authorization: 'Bearer no-key' } },
  { method: 'PUT', path: '/v1/store/orders' },
  { method: 'HEAD', path: '/v1/store/orders' },
  { method: 'OPTIONS', path: '/v1/store/orders' },
  { method: 'GET', path: '/v1/store/orders', headers: { Origin: 'https://shop.example' } },
  { method: 'GET', path: '/v1/store/orders?limit=1' },
  { method: 'GET', path: '/v1/store/orders', headers: { Accept: 'text/html' } },
  { method: 'GET', path: '/v1/store/orders', headers: { Authorization: 'bearer test-api-key' } },
  { method: 'GET', path: '/v1/store/orders', headers: { Authorization: 'Bearer no-key' } },
  { method: 'DELETE', path: '/v1/store/orders/12o7' },
  { method: 'GET', path: '/v1/pets/7' },
  { method: 'POST', path: '/quickstart/messages' },
  { method: 'POST', path: '/quickstart/messages', headers: asJson, body: '{"message":"Where is my order?"}' },
];

async function sendStrange(
  { origin, apiKey, isDelayed }: Access,
  { method, path, headers, body }: Strange,
): Promise<void> {
  const all = { Authorization: `Bearer ${apiKey}`, ...headers };
  using patience = startPatience(1500, isDelayed);
  const options = { method, headers: all, signal: patience.signal, body: body ?? null };
  const sent = fetch(`${origin}${path}`, options);
  await sent.then((response) => response.arrayBuffer()).catch(() => undefined);
}

async function expectList(access: Access): Promise<void> {
  const orders = await listCarefully(access);
  // Every field of an order is optional.
  const ids = orders.flatMap(({ id }) => id ?? []);
  expectSame(new Set(ids).size, ids.length, 'different ids');
}

/** A cancel whose response was lost may end in a refusal: then nobody knows, and the client says so. */
async function expectCancel(access: Access, id: number): Promise<void> {
  const { reply, uncertain } = await sendCarefully(access, 'DELETE', `/store/orders/${id}`);
  if (reply.status !== 204 && !uncertain) fail(`cancelling ${id} has status ${reply.status}`);
}

async function expectRefusal(access: Access, id: number, status: 404 | 409): Promise<void> {
  const { reply } = await sendCarefully(access, 'DELETE', `/store/orders/${id}`);
  expectSame(reply.status, status, `status of order ${id}`);
  if (status === 404) expectError(reply);
}

/** Spec 2: code, message and status, and maybe more. */
function expectError({ text, status }: Reply): void {
  const body = isJson(text) ? JSON.parse(text) : {};
  const forms = [typeof body.code, typeof body.message, body.status];
  expectSame(forms, ['string', 'string', status], 'Error body');
}
