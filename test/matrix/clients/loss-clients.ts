import { type Access, type BenchClient, expectSame, fail, missing, pending } from './bench-client.ts';
import { careful, listCarefully, type Reply, sendCarefully } from './careful-http.ts';

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
