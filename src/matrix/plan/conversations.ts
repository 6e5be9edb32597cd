import type { ExchangeRecord } from '../../simulator/environment/record/run-recorder.ts';
import type { EndedRun } from '../model.ts';
import { exchangesOf } from './reliance.ts';

/** The exchanges of one state of one environment, in the order of arrival. */
export type Conversation = readonly ExchangeRecord[];

/** A conversation of one run and the one that corresponds to it in another; empty where there is none. */
export type ConversationPair = readonly [Conversation, Conversation];

/** Returns the conversations of a run, in the order of their first exchange. */
export function conversationsOf(run: EndedRun): readonly Conversation[] {
  const byState = Map.groupBy(exchangesOf(run), ({ environment, state }) => `${environment} ${state}`);
  return [...byState.values()]
    .map((all) => all.toSorted((one, other) => one.number - other.number))
    .toSorted((one, other) => (one[0]?.begunAt ?? 0) - (other[0]?.begunAt ?? 0));
}

/**
 * Pairs the conversations of two runs. Temporary environments may have random names, so those with the same name come
 * first, then those with the same requests, then those with the same first request, and the rest in their order.
 */
export function pairConversations(
  left: readonly Conversation[],
  right: readonly Conversation[],
): readonly ConversationPair[] {
  const partners = new Map<Conversation, Conversation>();
  const free = new Set(right);
  const pairBy = (keyOf: (conversation: Conversation) => string): void => {
    const queues = Map.groupBy([...free], keyOf);
    for (const one of left) {
      if (partners.has(one)) continue;
      const two = queues.get(keyOf(one))?.shift();
      if (two === undefined) continue;
      partners.set(one, two);
      free.delete(two);
    }
  };
  pairBy((all) => `${all[0]?.environment} ${all[0]?.state}`);
  pairBy((all) => all.map(requestOf).join('\n'));
  pairBy((all) => all.slice(0, 1).map(requestOf).join());
  pairBy(() => '');
  const pairs = left.map((one): ConversationPair => [one, partners.get(one) ?? []]);
  return [...pairs, ...[...free].map((two): ConversationPair => [[], two])];
}

/** The request without the name of its environment, since a temporary one has another name in each run. */
export function requestOf({ method, target, environment }: ExchangeRecord): string {
  return `${method} ${target.replace(`/${environment}/`, '/')}`;
}
