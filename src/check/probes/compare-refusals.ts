import type { RequestKey } from '../../contract/api-key.ts';
import type { Exchange } from '../../contract/exchange.ts';
import { cancelOrder } from '../../contract/requests.ts';
import { cancelAbsent, idClasses } from './absent-orders-probe.ts';
import { type Probe, type ProbeContext, planned } from './probe.ts';
import { expectRefusedKey } from './wrong-keys.ts';

/** Keys that differ only in characters, so that a 401 may not differ either. */
const alike = ['random', 'last-changed', 'first-changed', 'middle-changed'];
/** So many responses have the same value before it counts as that of their orders. */
const fewest = 2;
/** Time, or chance, may have made them differ: so many more for absent orders must still be alike. */
const confirmations = 12;
const random: RequestKey = { kind: 'invalid', how: 'random' };
/** They differ by their nature. */
const ignored = ['date', 'content-length'];

/** R18: compares the 401s for orders that exist with those for orders that do not. */
export const refusalsProbe: Probe = {
  id: 'refusals',
  title: 'compare what cancels with a wrong key got',
  level: 'cancel',
  rules: ['R18'],
  plan: ({ pendingIds, shippedIds, refusedKeys }) =>
    pendingIds.length + shippedIds.length === 0 || !refusedKeys.some(isAlike)
      ? []
      : planned(confirmations, cancelOrder('{absent id}', random), 'only if the 401s differ by the order'),
  async run(context) {
    const found = whatDiscloses(context);
    if (found === undefined) return;
    for (let time = 0; time < confirmations; time += 1) {
      const again = await cancelAbsent(context, random, idClasses);
      if (again.kind !== 'responded' || !expectRefusedKey(context, random, again)) return;
      const now = whatDiscloses(context);
      if (now?.name !== found.name || now.orders !== found.orders) return;
    }
    context.collector.broken({
      rule: 'R18',
      exchange: found.exchange,
      expected: `a 401 as for orders that do not exist, with ${found.name} ${found.absent}`,
      got: `${found.name} ${found.existing} for each order that ${found.orders}`,
    });
  },
};

function isAlike(key: RequestKey): boolean {
  return key.kind === 'invalid' && alike.includes(key.how);
}

/** Returns a part of the 401s with one value for named orders, or for those of one state, and another one for absent orders. */
function whatDiscloses({ refusals, pendingIds, shippedIds }: ProbeContext) {
  const compared = refusals.filter(({ request }) => isAlike(request.key));
  const about = (ids: readonly bigint[]): readonly Exchange[] =>
    compared.filter(({ request }) => ids.some((id) => request.path === cancelOrder(id).path));
  const existing = about([...pendingIds, ...shippedIds]);
  const absent = compared.filter((exchange) => !existing.includes(exchange));
  return (
    firstDifference(existing, absent, 'exists') ??
    firstDifference(about(pendingIds), absent, 'is pending') ??
    firstDifference(about(shippedIds), absent, 'has shipped')
  );
}

/** @param orders which orders it is about, as the end of a clause: `exists` */
function firstDifference(existing: readonly Exchange[], absent: readonly Exchange[], orders: string) {
  const [first] = existing;
  if (first === undefined || existing.length < fewest || absent.length < fewest) return undefined;
  const [ofExisting, ofAbsent] = [existing.map(partsOf), absent.map(partsOf)];
  for (const name of new Set([...ofExisting, ...ofAbsent].flatMap((parts) => [...parts.keys()]))) {
    const [one, other] = [ofExisting, ofAbsent].map((all) => onlyValue(all, name));
    if (one !== undefined && other !== undefined && one !== other)
      return { name, absent: other, existing: one, orders, exchange: first.number };
  }
  return undefined;
}

function onlyValue(all: readonly ReadonlyMap<string, string>[], name: string): string | undefined {
  const values = new Set(all.map((parts) => parts.get(name) ?? '(none)'));
  return values.size === 1 ? [...values][0] : undefined;
}

/** Returns the headers and the body of a response by name, without the id of the request. */
function partsOf({ request, outcome }: Exchange): ReadonlyMap<string, string> {
  if (outcome.kind === 'failed') return new Map();
  const { rawHeaders, body, content } = outcome.response;
  const id = request.path.slice(request.path.lastIndexOf('/') + 1);
  const text = (body ?? content).toString('utf8').replaceAll(id, '{orderId}');
  const parts = new Map([['the body', text.slice(0, 500)]]);
  for (const [name, value] of rawHeaders)
    if (!ignored.includes(name.toLowerCase()))
      parts.set(`the header ${name.toLowerCase()}`, value.replaceAll(id, '{orderId}'));
  return parts;
}
