import type { NamedOrders } from '../../../src/check/named-orders.ts';
import { placed } from '../../helpers/an-environment.ts';
import { type Front, orderIdOf, type ShopResponse, shopOrders } from './open-shop.ts';
import { both, changeList, type Sabotage } from './sabotage.ts';

const badRequest: ShopResponse = { status: 400, headers: [], body: Buffer.alloc(0) };

function refusing(what: string, refuses: (id: string) => boolean): Sabotage {
  const front: Front = async (request, { respond }) =>
    request.method === 'DELETE' && refuses(orderIdOf(request) ?? '') ? badRequest : respond(request);
  return { name: `a cancel refuses ${what}`, rule: both('R03'), open: () => front };
}

/** Ids that are not accepted. */
export const idSabotages: readonly Sabotage[] = [
  refusing('negative ids', (id) => id.startsWith('-')),
  refusing('ids of 19 digits', (id) => /^-?\d{19}$/.test(id)),
  refusing('ids of more than 53 bits', (id) => !Number.isSafeInteger(Number(id))),
  refusing('negative ids of 32 bits', (id) => /^-\d{1,10}$/.test(id)),
  refusing('positive ids of 32 bits that do not exist', (id) => /^\d{5,10}$/.test(id)),
];

function querying(name: string, select: (texts: string[], value: string) => string[]): Sabotage {
  const front: Front = async (request, { respond }) => {
    const response = await respond(request);
    const value = new URLSearchParams(request.target.split('?')[1] ?? '').get(name);
    if (value === null || response.status !== 200) return response;
    const texts: string[] = [];
    changeList(response, (text) => void texts.push(text));
    const selected = new Set(select(texts, value));
    return changeList(response, (text) => (selected.has(text) ? text : undefined));
  };
  return { name: `the list uses ?${name}=`, rule: both('R13'), open: () => front };
}

/** Lists that are filtered or paged. */
export const querySabotages: readonly Sabotage[] = [
  ...['status', 'complete', 'petId', 'quantity'].map((name) =>
    querying(name, (texts, value) => texts.filter((text) => text.includes(`"${name}":${value},`))),
  ),
  querying('shipDate', () => []),
  querying('q', () => []),
  ...['filter', 'ids', 'search'].map((name) => querying(name, () => [])),
  ...['fields', 'sort'].map((name) => querying(name, (texts) => texts.slice(1))),
  ...['per_page', 'pageSize', 'page[size]', '$top', 'limit', 'rows', 'maxResults'].map((name) =>
    querying(name, (texts, value) => texts.slice(0, Number(value))),
  ),
  ...['page', 'offset', 'cursor', 'p', 'pageNumber', 'pageToken', 'pageIndex', 'from'].map((name) =>
    querying(name, (texts, value) => texts.slice(Number(value))),
  ),
];

const exact = '9007199254740993';
const rounded = '9007199254740992';
const large: NamedOrders = { pendingIds: [BigInt(exact)], shippedIds: [2001n] };
const roundedPath: Front = (request, { respond }) =>
  respond({ ...request, target: request.target.replace(exact, rounded) });

/** Shops that lose digits of an id, with the orders that they have beside the usual ones. */
export const digitSabotages: readonly (Sabotage & { readonly ids: readonly bigint[] })[] = [
  {
    name: 'the list rounds the id',
    rule: both('R09'),
    named: large,
    ids: [BigInt(exact)],
    open:
      () =>
      async (request, { respond }) => {
        const response = await respond(request);
        return request.method === 'GET'
          ? changeList(response, (text) => text.replace(exact, rounded))
          : response;
      },
  },
  {
    name: 'a cancel rounds the id',
    rule: both('R26'),
    named: large,
    ids: [BigInt(exact)],
    open: () => roundedPath,
  },
  {
    name: 'a cancel rounds the id to that of another order',
    // A list that shows the cancel late shows the order that was refused.
    atOnce: true,
    // With `keep`, only the other order shows it.
    rule: { keep: 'R26', remove: 'R33' },
    named: { pendingIds: [BigInt(exact), BigInt(rounded)], shippedIds: [2001n] },
    ids: [BigInt(exact), BigInt(rounded)],
    open: () => roundedPath,
  },
  {
    name: 'a cancel of a shipped order rounds the id',
    rule: both('R30'),
    named: { pendingIds: [1001n], shippedIds: [BigInt(exact)] },
    ids: [],
    open: () => roundedPath,
  },
];

/** The usual orders, and pending ones with these ids; without any, a shipped one with a large id. */
export function ordersWith(ids: readonly bigint[]) {
  const more = ids.length > 0 ? ids.map((id) => placed(id)) : [placed(BigInt(exact), 'shipped')];
  return [...shopOrders(), ...more];
}
