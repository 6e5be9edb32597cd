import { kindInWords } from './json-node.ts';
import type { OrderList, ReadOrderList } from './judgement.ts';
import type { SurveyList } from './list-survey.ts';

/**
 * Makes a reader of the ids in a list of orders, each with exactly its digits. It reads past faults that leave the list
 * readable (a byte order mark, duplicate members, orders with wrong fields): the judge reports those.
 */
export function orderListReader(survey: SurveyList): ReadOrderList {
  return (body): OrderList => {
    if (body === undefined) return { kind: 'unreadable', why: 'its content is damaged' };
    const { text, orders, ids } = survey(body);
    if (text.root === undefined) {
      const flaw = text.flaws.at(-1);
      return { kind: 'unreadable', why: `it is not JSON${flaw === undefined ? '' : `: ${flaw.what}`}` };
    }
    if (text.root.kind !== 'array')
      return { kind: 'unreadable', why: `it is ${kindInWords(text.root)}, not an array` };
    return { kind: 'read', orders, ids, withoutId: orders - ids.size };
  };
}
