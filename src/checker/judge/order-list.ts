import { kindInWords } from './json-node.ts';
import type { OrderList, ReadOrderList } from './judgement.ts';
import type { SurveyList } from './list-survey.ts';

/**
 * Reads the ids out of a list of orders, each with exactly its digits. Faults that leave the list readable (a byte order
 * mark, a member twice, orders with wrong fields) do not stop it: the judge finds those.
 */
export function orderListReader(survey: SurveyList): ReadOrderList {
  return (body): OrderList => {
    if (body === undefined) return { kind: 'unreadable', why: 'its content is damaged' };
    const { text, orders, ids } = survey(body);
    if (text.root === undefined)
      return { kind: 'unreadable', why: text.flaws.at(-1)?.what ?? 'it is not JSON' };
    if (text.root.kind !== 'array')
      return { kind: 'unreadable', why: `it is ${kindInWords(text.root)}, not an array` };
    return { kind: 'read', orders, ids, withoutId: orders - ids.size };
  };
}
