import { headerFields } from '../../simulator/environment/journal/request-fields.ts';
import type { ExchangeRecord } from '../../simulator/environment/record/run-record.ts';
import type { Difference, EndedRun } from '../model.ts';
import { type Conversation, conversationsOf, pairConversations, requestOf } from './conversations.ts';

/** Headers that say nothing about the behaviour of the service, or only repeat the choices of the cell. */
const ignoredHeaders: ReadonlySet<string> = new Set(
  'date connection keep-alive content-length sim-gaps'.split(' '),
);

/**
 * Returns the first exchange at which a failing run differs from a passing run of the baseline, in the order of environments and
 * exchanges; one that both runs have, if there is any, because an exchange that was not sent follows from an earlier difference.
 * Leaves out what already differs between two passing runs of the baseline, such as ids that tests draw.
 */
export function firstDifference(baseline: readonly EndedRun[], failing: EndedRun): Difference | undefined {
  const [reference, ...others] = baseline.filter(({ outcome }) => outcome.kind === 'passed');
  if (reference === undefined) return undefined;
  const unsteady = new Set(
    others.flatMap((other) => compare(reference, other).flatMap(({ names }) => names)),
  );
  const all = compare(reference, failing)
    .filter(({ names }) => names.some((name) => !unsteady.has(name)))
    .map(({ difference }) => difference);
  return all.find(({ passing, failing: other }) => passing !== undefined && other !== undefined) ?? all[0];
}

/** An exchange that differs; each name says where and in which field, the same in each comparison with the reference. */
type Compared = { readonly names: readonly string[]; readonly difference: Difference };

function compare(reference: EndedRun, other: EndedRun): readonly Compared[] {
  const pairs = pairConversations(conversationsOf(reference), conversationsOf(other));
  return pairs.flatMap(([one, two], at) =>
    pairExchanges(one, two).flatMap(([passing, failing]): readonly Compared[] => {
      const fields = differingFields(passing, failing);
      if (fields.length === 0) return [];
      // An exchange that only the other run has is at no place of the reference.
      const place = passing === undefined ? `more ${failing?.operation}` : `${at} ${passing.number}`;
      return [{ names: fields.map((field) => `${place} ${field}`), difference: { passing, failing } }];
    }),
  );
}

type ExchangePair = readonly [ExchangeRecord | undefined, ExchangeRecord | undefined];

/** Pairs each exchange with the next one of the same request; exchanges without a partner stay alone. */
function pairExchanges(one: Conversation, two: Conversation): readonly ExchangePair[] {
  const pairs: ExchangePair[] = [];
  const left = new Map<string, number>();
  for (const exchange of two) left.set(requestOf(exchange), (left.get(requestOf(exchange)) ?? 0) + 1);
  let next = 0;
  const take = (): ExchangeRecord | undefined => {
    const taken = two[next++];
    if (taken !== undefined) left.set(requestOf(taken), (left.get(requestOf(taken)) ?? 0) - 1);
    return taken;
  };
  for (const passing of one) {
    const request = requestOf(passing);
    if ((left.get(request) ?? 0) === 0) {
      pairs.push([passing, undefined]);
      continue;
    }
    let failing = take();
    for (; failing !== undefined && requestOf(failing) !== request; failing = take())
      pairs.push([undefined, failing]);
    pairs.push([passing, failing]);
  }
  for (const failing of two.slice(next)) pairs.push([undefined, failing]);
  return pairs;
}

function differingFields(
  one: ExchangeRecord | undefined,
  other: ExchangeRecord | undefined,
): readonly string[] {
  if (one === undefined || other === undefined) return ['presence'];
  const fields: string[] = [];
  if (one.status !== other.status) fields.push('status');
  if (one.end !== other.end) fields.push('end');
  if (one.body !== other.body || one.bodyLength !== other.bodyLength) fields.push('body');
  const [left, right] = [headersOf(one), headersOf(other)];
  for (const name of new Set([...left.keys(), ...right.keys()]))
    if (left.get(name) !== right.get(name)) fields.push(`header ${name}`);
  return fields;
}

function headersOf({ headers }: ExchangeRecord): ReadonlyMap<string, string> {
  const fields = headerFields(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return new Map(fields.filter(([name]) => !ignoredHeaders.has(name)));
}
