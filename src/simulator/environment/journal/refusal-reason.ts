import { type PathName, paths, requestLineOf } from '../../../operation.ts';
import { readOrderId } from '../../../order-id.ts';
import type { JournalContext, KnownOrders } from './journal-context.ts';

/** The step at which a request was refused, the reason, and a request that would have succeeded. */
export type Refused = {
  readonly step: 'path' | 'method' | 'request' | 'key' | 'order-id' | 'order' | 'state' | 'pet' | 'fault';
  readonly why: string;
  readonly wouldMatch: string;
};

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
) => Refused;

/** Explains why a request was refused. The journal calls it only when somebody reads the entry, so that a refusal costs no text. */
const reasons = {
  path: (_request, { basePath }) => ({
    step: 'path',
    why: 'no operation has this path',
    wouldMatch: allOperations(basePath),
  }),
  method: ({ method, path }, { basePath }) => ({
    step: 'method',
    why: `the path has no operation with the method ${method}`,
    wouldMatch: path === undefined ? allOperations(basePath) : requestLineOf(path, basePath),
  }),
  /** The request has a part that no operation supports; `of` is the code of the refusal. */
  request: (_request, { basePath }, _known, of) => ({
    step: 'request',
    why: `the request itself is refused (${of})`,
    wouldMatch: allOperations(basePath),
  }),
  key: (_request, { environment }) => ({
    step: 'key',
    why: `the request carries no valid key of ${environment}`,
    wouldMatch: 'Authorization: Bearer <API_KEY>, with one of its keys',
  }),
  'malformed-id': ({ orderIdText }, { basePath }) => ({
    step: 'order-id',
    why: `"${orderIdText}" is not an int64 in canonical decimal digits`,
    wouldMatch: `${basePath}/store/orders/1001`,
  }),
  // These three explain with the orders at the time when the exchange is shown.
  unknown: ({ orderIdText }, _context, { ids }) => ({
    step: 'order',
    why: `no order has the id ${orderIdText}`,
    wouldMatch: `an order: ${nearestIds(ids, orderIdText)}`,
  }),
  'already-shipped': ({ orderIdText }, _context, { pending }) => ({
    step: 'state',
    why: `order ${orderIdText} has already shipped`,
    wouldMatch: `a pending order: ${nearestIds(pending, orderIdText)}`,
  }),
  'already-cancelled': ({ orderIdText }, _context, { pending }) => ({
    step: 'state',
    why: `order ${orderIdText} was already cancelled`,
    wouldMatch: `a pending order: ${nearestIds(pending, orderIdText)}`,
  }),
  pet: () => ({
    step: 'pet',
    why: 'the deprecated pet lookup is not available here',
    wouldMatch: 'a pet of the scenario, with gap pet-lookup=stub',
  }),
  message: () => ({
    step: 'request',
    why: 'the message could not be read',
    wouldMatch: 'Content-Type: application/json and {"message": "…"}',
  }),
  /** `of` is the id of the fault that replaced the response. */
  fault: (_request, _context, _known, of) => ({
    step: 'fault',
    why: `the fault ${of} replaced the response`,
    wouldMatch: 'the same request without the fault',
  }),
} as const satisfies Readonly<Record<string, Explain>>;

/** Why a request was refused: the name of the reason, for some with what it is about after a space. */
export type RefusalReason = keyof typeof reasons | `request ${string}` | `fault ${string}`;

/** Explains a refusal to a person. */
export function explainRefusal(
  reason: RefusalReason,
  request: RefusedRequest,
  context: Pick<JournalContext, 'environment' | 'basePath'>,
  known: KnownOrders,
): Refused {
  const [name = '', of = ''] = reason.split(' ');
  const explain: Explain = reasons[name as keyof typeof reasons];
  return explain(request, context, known, of);
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
