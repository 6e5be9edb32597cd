import { headerFields } from '../../simulator/environment/journal/request-fields.ts';
import type { ExchangeRecord } from '../../simulator/environment/record/run-recorder.ts';
import type { Difference, EndedRun } from '../model.ts';
import { type Conversation, conversationsOf, pairConversations, requestOf } from './conversations.ts';

/** Headers that say nothing about the behaviour of the service, or follow from the body or the choices of the cell. */
const ignored = /^(?:date|connection|keep-alive|content-length|transfer-encoding|sim-gaps)$/;

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

/** Pairs the nth exchange with a request in one with the nth in the other; exchanges without a partner stay alone. */
function pairExchanges(one: Conversation, two: Conversation): readonly ExchangePair[] {
  const left = Map.groupBy(two, requestOf);
  const pairs = one.map((passing): ExchangePair => [passing, left.get(requestOf(passing))?.shift()]);
  return [...pairs, ...[...left.values()].flat().map((failing): ExchangePair => [undefined, failing])];
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
  for (const name of differingHeaders(one, other)) fields.push(`header ${name}`);
  return fields;
}

/** Returns the names of the headers, in lower case, that only one of two exchanges has, or that have other values. */
export function differingHeaders(one: ExchangeRecord, other: ExchangeRecord): readonly string[] {
  const [left, right] = [headersOf(one), headersOf(other)];
  return [...new Set([...left.keys(), ...right.keys()])].filter((name) => left.get(name) !== right.get(name));
}

/** Returns the headers that say something, by their names in lower case. */
export function headersOf({ headers }: ExchangeRecord): ReadonlyMap<string, string> {
  const fields = headerFields(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return new Map(fields.filter(([name]) => !ignored.test(name)));
}
