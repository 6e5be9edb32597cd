import type { Exchange } from '../../../control-api.ts';
import { type PathName, paths, requestLineOf } from '../../../operation.ts';
import { readOrderId } from '../../../order-id.ts';
import type { JournalContext, KnownOrders } from './journal-context.ts';

/** The step at which a request was refused, the reason, and a request that would have succeeded. */
export type Refused = NonNullable<Exchange['refused']>;

type RefusedRequest = {
  readonly method: string;
  readonly path: PathName | undefined;
  readonly orderIdText: string;
};

type Explain = (
  request: RefusedRequest,
  context: Pick<JournalContext, 'environment' | 'basePath'>,
  known: KnownOrders,
  of: string,
) => readonly [step: Refused['step'], why: string, wouldMatch: string];

/** Explains why a request was refused. The journal calls it only when somebody reads the entry, so that a refusal costs no text. */
const reasons = {
  path: (_request, { basePath }) => ['path', 'no operation has this path', allOperations(basePath)],
  method: ({ method, path }, { basePath }) => [
    'method',
    `the path has no operation with the method ${method}`,
    path === undefined ? allOperations(basePath) : requestLineOf(path, basePath),
  ],
  /** The request has a part that no operation supports; `of` is the code of the refusal. */
  request: (_request, { basePath }, _known, of) => [
    'request',
    `the request itself is refused (${of})`,
    allOperations(basePath),
  ],
  key: (_request, { environment }) => [
    'key',
    `the request carries no valid key of ${environment}`,
    'Authorization: Bearer <API_KEY>, with one of its keys',
  ],
  'malformed-id': ({ orderIdText }, { basePath }) => [
    'order-id',
    `"${orderIdText}" is not an int64 in canonical decimal digits`,
    `${basePath}/store/orders/1001`,
  ],
  // These three explain with the orders at the time when the exchange is shown.
  unknown: ({ orderIdText }, _context, { ids }) => [
    'order',
    `no order has the id ${orderIdText}`,
    `an order: ${nearestIds(ids, orderIdText)}`,
  ],
  'already-shipped': ({ orderIdText }, _context, { pending }) => [
    'state',
    `order ${orderIdText} has already shipped`,
    `a pending order: ${nearestIds(pending, orderIdText)}`,
  ],
  'already-cancelled': ({ orderIdText }, _context, { pending }) => [
    'state',
    `order ${orderIdText} was already cancelled`,
    `a pending order: ${nearestIds(pending, orderIdText)}`,
  ],
  pet: () => [
    'pet',
    'the deprecated pet lookup is not available here',
    'a pet of the scenario, with gap pet-lookup=stub',
  ],
  message: () => [
    'request',
    'the message could not be read',
    'Content-Type: application/json and {"message": "…"}',
  ],
  /** `of` is the id of the fault that replaced the response. */
  fault: (_request, _context, _known, of) => [
    'fault',
    `the fault ${of} replaced the response`,
    'the same request without the fault',
  ],
} as const satisfies Readonly<Record<string, Explain>>;

/** Why a request was refused: the name of the reason, for some with what it is about after a space. */
export type RefusalReason = keyof typeof reasons | `request ${string}` | `fault ${string}`;

export function explainRefusal(
  reason: RefusalReason,
  request: RefusedRequest,
  context: Pick<JournalContext, 'environment' | 'basePath'>,
  known: KnownOrders,
): Refused {
  const [name = '', of = ''] = reason.split(' ');
  const explain: Explain = reasons[name as keyof typeof reasons];
  const [step, why, wouldMatch] = explain(request, context, known, of);
  return { step, why, wouldMatch };
}

function allOperations(basePath: string): string {
  return (Object.keys(paths) as PathName[]).map((path) => requestLineOf(path, basePath)).join(', ');
}

const maxIds = 5;

/** Lists ids for a reason: all of them, or the five numerically closest to the id in `text`. */
export function nearestIds(ids: readonly bigint[], text: string): string {
  if (ids.length === 0) return 'there is none';
  if (ids.length <= maxIds) return ids.join(', ');
  const reading = readOrderId(text);
  const from = reading.kind === 'order-id' ? reading.id : 0n;
  const distance = (id: bigint): bigint => (id < from ? from - id : id - from);
  const nearest: bigint[] = [];
  for (const id of ids) {
    const at = nearest.findIndex((one) => distance(id) < distance(one));
    nearest.splice(at < 0 ? nearest.length : at, 0, id);
    nearest.length = Math.min(nearest.length, maxIds);
  }
  return `${nearest.join(', ')} are the nearest of ${ids.length}`;
}
