import { type AddFinding, addFlaws, addPlace } from '../judge/findings.ts';
import { fieldBits } from '../judge/list-survey.ts';
import type { Received } from '../judge/received.ts';
import { checkType } from './http-rules.ts';
import type { RuleRow } from './rule.ts';

const { id, petId, shipDate } = fieldBits;

/** Adds the faults against a rule that the survey of a list found. */
const surveyed =
  (rule: string) =>
  ({ list, response, hide }: Received, add: AddFinding): void => {
    for (const fault of list?.faults ?? [])
      if (fault.rule === rule) addPlace(add, response.body, fault, hide);
  };

export const listRules: readonly RuleRow[] = [
  {
    id: 'R04',
    key: 'list-answers-200',
    sentence: 'Listing orders with a valid key returns 200.',
    spec: '4.1',
    judges: ({ request, isDocumented }) =>
      request.operationId === 'listOrders' && request.key.kind === 'valid' && isDocumented,
    check({ response: { status, statusLine }, hide }, add) {
      if (status !== 200) add({ where: 'status', expected: '200', got: () => hide(statusLine) });
    },
  },
  {
    id: 'R05',
    key: 'list-media-type',
    sentence: 'The content type of the list is application/json.',
    spec: '4.1',
    unexercised: 'no list was received',
    judges: ({ form, needsType }) => form === 'list' && needsType,
    check: checkType,
  },
  {
    id: 'R06',
    key: 'list-json',
    sentence: 'The list is one well-formed JSON text in UTF-8 without duplicate keys.',
    spec: '1; RFC 8259',
    unexercised: 'no list was received',
    judges: ({ list }) => list !== undefined,
    check({ list, response, hide }, add) {
      if (list !== undefined) addFlaws(add, response.body, list.text, hide);
    },
  },
  {
    id: 'R07',
    key: 'list-array',
    sentence: 'The list is a JSON array of Order objects.',
    spec: '4.1',
    unexercised: 'no list was received',
    judges: ({ list }) => list?.text.root !== undefined,
    check: surveyed('R07'),
  },
  {
    id: 'R08',
    key: 'order-field-types',
    sentence:
      'The fields of an order have the documented types; a field without a value is absent, not null.',
    spec: '2',
    unexercised: 'no list with an order was received',
    judges: ({ list }) => list !== undefined && list.objects > 0,
    check: surveyed('R08'),
  },
  {
    id: 'R09',
    key: 'order-int64',
    sentence: 'id and petId are integers from -2^63 to 2^63-1, with every digit.',
    spec: '2',
    unexercised: 'no order with an id was received',
    judges: ({ list }) => list !== undefined && (list.fieldsThatFit & (id | petId)) !== 0,
    check: surveyed('R09'),
  },
  {
    id: 'R10',
    key: 'order-ship-date',
    sentence: 'shipDate is an RFC 3339 date-time.',
    spec: '2; RFC 3339',
    unexercised: 'no order with a shipDate was received',
    judges: ({ list }) => list !== undefined && (list.fieldsThatFit & shipDate) !== 0,
    check: surveyed('R10'),
  },
  {
    id: 'R11',
    key: 'order-id-unique',
    sentence: 'No two orders in a list have the same id.',
    spec: '2',
    unexercised: 'no list with two ids was received',
    judges: ({ list }) => list !== undefined && list.withId > 1,
    check: surveyed('R11'),
  },
  {
    id: 'R12',
    key: 'order-fields-documented',
    sentence: 'An order has only the five documented fields.',
    spec: '2',
    severity: 'notice',
    unexercised: 'no list with an order was received',
    judges: ({ list }) => list !== undefined && list.objects > 0,
    check: surveyed('R12'),
  },
  {
    id: 'R13',
    key: 'list-query-changes-nothing',
    sentence: 'Query parameters neither filter nor page the list.',
    spec: '4.1, 8',
  },
];
