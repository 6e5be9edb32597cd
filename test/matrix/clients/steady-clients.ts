import {
  type Access,
  type BenchClient,
  expectSame,
  fail,
  missing,
  orderAt,
  pending,
  shipped,
} from './bench-client.ts';
import { isJson, listCarefully, send, sendCarefully } from './http.ts';

/** Clients that depend on nothing: a cause that is named for them is wrong. */
export const steadyClients = {
  careful: {
    assumes: 'nothing that is not promised; survives faults',
    causes: [],
    run: async (access) => {
      await expectList(access);
      const { reply, uncertain } = await sendCarefully(access, 'DELETE', orderAt(pending));
      // If a response was lost, the cancel may end in a refusal: then nobody knows, and the client says so.
      if (reply.status !== 204 && !uncertain) fail(`the cancel has status ${reply.status}`);
      await expectRefusal(access, shipped, 409);
      await expectRefusal(access, missing, 404);
      await expectList(access);
    },
  },
  'touches-everything': {
    assumes: 'nothing that is not promised, and sends what every gap is about',
    causes: [],
    run: async (access) => {
      for (const { method, path, ...request } of strangeRequests)
        await send(access, method, path, { ...request, timeoutMs: 1500 }).catch(() => undefined);
      await steadyClients.careful.run(access);
      // The second cancel may be a 409 or a 404.
      await sendCarefully(access, 'DELETE', orderAt(pending));
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

async function expectList(access: Access): Promise<void> {
  const orders = await listCarefully(access);
  // Every field of an order is optional.
  const ids = orders.flatMap(({ id }) => id ?? []);
  expectSame(new Set(ids).size, ids.length, 'different ids');
}

async function expectRefusal(access: Access, id: number, status: 404 | 409): Promise<void> {
  const { reply } = await sendCarefully(access, 'DELETE', orderAt(id));
  expectSame(reply.status, status, `status of order ${id}`);
  // Spec 2: code, message and status, and maybe more.
  if (status === 409) return;
  const body = isJson(reply.text) ? JSON.parse(reply.text) : {};
  const forms = [typeof body.code, typeof body.message, body.status];
  expectSame(forms, ['string', 'string', status], 'Error body');
}
