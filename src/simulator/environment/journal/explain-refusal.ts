import { readOrderId } from '../../orders/order-id.ts';
import type { PathName } from '../operation.ts';
import type { JournalContext, KnownOrders } from './journal-context.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { Refused } from './journal-exchange.ts';

/** Says at which step a request was refused and what would have gone through; undefined where it was not refused. */
export function explainRefusal(
  entry: JournalEntry,
  context: JournalContext,
  known: KnownOrders,
): Refused | undefined {
  const fault = entry.faults.find(({ effect }) =>
    ['answer', 'refuse-key', 'reset', 'close', 'garble-answer'].includes(effect.kind),
  );
  if (fault !== undefined)
    return refused(
      'fault',
      `the fault ${fault.id} took the place of the answer`,
      'the same request without the fault',
    );
  if (entry.status === undefined || entry.status < 400) return undefined;
  if (entry.cancel !== undefined) return explainCancel(entry, known);
  return explainCode(entry, context);
}

const refused = (step: Refused['step'], why: string, wouldMatch: string): Refused => ({
  step,
  why,
  wouldMatch,
});

function explainCancel({ cancel, orderIdText }: JournalEntry, known: KnownOrders): Refused | undefined {
  const pending = `a pending order: ${nearestIds(known.pending, orderIdText)}`;
  switch (cancel) {
    case 'unknown':
      return refused(
        'order',
        `no order has the id ${orderIdText}`,
        `an order: ${nearestIds(known.ids, orderIdText)}`,
      );
    case 'already-shipped':
      return refused('state', `order ${orderIdText} has already shipped`, pending);
    case 'already-cancelled':
      return refused('state', `order ${orderIdText} was already cancelled`, pending);
    default:
      return undefined;
  }
}

const mostIds = 5;

/** All ids where they are few, else the nearest in number. */
function nearestIds(ids: readonly bigint[], text: string): string {
  if (ids.length === 0) return 'there is none';
  if (ids.length <= mostIds) return ids.join(', ');
  const reading = readOrderId(text);
  const from = reading.kind === 'order-id' ? reading.id : 0n;
  const far = (id: bigint): bigint => (id < from ? from - id : id - from);
  const near: bigint[] = [];
  for (const id of ids) {
    const at = near.findIndex((one) => far(id) < far(one));
    near.splice(at < 0 ? near.length : at, 0, id);
    near.length = Math.min(near.length, mostIds);
  }
  return `${near.join(', ')} are the nearest of ${ids.length}`;
}

function explainCode(entry: JournalEntry, { environment, basePath }: JournalContext): Refused | undefined {
  switch (entry.refusal) {
    case undefined:
      return entry.operation === 'postMessage'
        ? refused(
            'request',
            'the message could not be read',
            'Content-Type: application/json and {"message": "…"}',
          )
        : undefined;
    case 'unauthorized':
      return refused(
        'key',
        `the request carries no valid key of ${environment}`,
        'Authorization: Bearer <API_KEY>, with one of its keys',
      );
    case 'order_not_found':
    case 'malformed_order_id':
    case 'unprocessable_order_id':
      return refused(
        'order-id',
        `"${entry.orderIdText}" is no int64 in canonical decimal digits`,
        `${basePath}/store/orders/1001`,
      );
    case 'method_not_allowed':
      return wrongMethod(entry, basePath);
    case 'not_found':
      return entry.path === undefined || entry.operation !== undefined || isEmptyId(entry)
        ? refused('path', 'no operation has this path', operationsAt(basePath))
        : wrongMethod(entry, basePath);
    case 'pet_not_found':
    case 'not_simulated':
    case 'gone':
      return refused(
        'pet',
        'the deprecated lookup of pets has no answer here',
        'a pet of the scenario, with gap pet-lookup=stub',
      );
    default:
      return refused('request', `the request itself is refused (${entry.refusal})`, operationsAt(basePath));
  }
}

const isEmptyId = ({ path, orderIdText }: JournalEntry): boolean => path === 'order' && orderIdText === '';

const operationOfPath: Readonly<Record<PathName, (basePath: string) => string>> = {
  orders: (basePath) => `GET ${basePath}/store/orders`,
  order: (basePath) => `DELETE ${basePath}/store/orders/{orderId}`,
  pet: (basePath) => `GET ${basePath}/pets/{petId}`,
  messages: () => 'POST /quickstart/messages',
};

function operationsAt(basePath: string): string {
  return Object.values(operationOfPath)
    .map((show) => show(basePath))
    .join(', ');
}

function wrongMethod({ method, path }: JournalEntry, basePath: string): Refused {
  const would = path === undefined ? operationsAt(basePath) : operationOfPath[path](basePath);
  return refused('method', `the path has no operation with the method ${method}`, would);
}
