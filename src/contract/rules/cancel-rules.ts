import { quoted } from '../../report/plain-text.ts';
import { headerValues } from '../exchange.ts';
import type { RuleRow } from './rule.ts';

export const cancelRules: readonly RuleRow[] = [
  {
    id: 'R25',
    key: 'cancel-unknown-404',
    sentence: 'Cancelling an order that does not exist returns 404.',
    spec: '4.2 rule 3',
  },
  {
    id: 'R26',
    key: 'cancel-pending-204',
    sentence: 'Cancelling a pending order returns 204.',
    spec: '3, 4.2 rule 1',
  },
  {
    id: 'R27',
    key: 'no-content-is-empty',
    sentence: 'A 204 response has no body, no Content-Length and no Transfer-Encoding.',
    spec: '3, 4.2; RFC 9110, 8.6',
    unexercised: 'no order was cancelled',
    judges: ({ form }) => form === 'no-content',
    // All signs of a body are one finding.
    check({ response: { rawHeaders, content }, hide }, add) {
      const signs = ['Content-Length', 'Transfer-Encoding'].flatMap((name) =>
        headerValues(rawHeaders, name).map((value) => `${name}: ${hide(value)}`),
      );
      if (content.length > 0)
        signs.push(`${content.length} bytes ${quoted(hide(content.toString('utf8', 0, 4096)))}`);
      const expected = 'the end of the response after its head';
      if (signs.length > 0) add({ where: 'body', expected, got: () => signs.join(', ') });
    },
  },
  {
    id: 'R28',
    key: 'no-content-has-no-type',
    sentence: 'A 204 response has no Content-Type.',
    spec: '4.2; RFC 9110, 8.3',
    severity: 'notice',
    unexercised: 'no order was cancelled',
    judges: ({ form }) => form === 'no-content',
    check({ response, hide }, add) {
      const [type] = headerValues(response.rawHeaders, 'content-type');
      if (type === undefined) return;
      const where = 'header Content-Type';
      add({ where, expected: 'no Content-Type', got: () => quoted(hide(type)) });
    },
  },
  {
    id: 'R29',
    key: 'cancel-once',
    sentence:
      'Only a pending order can be cancelled: after a 204, the next cancel of the same order is refused.',
    spec: '1, 3',
  },
  {
    id: 'R30',
    key: 'cancel-shipped-409',
    sentence: 'Cancelling a shipped order returns 409.',
    spec: '3, 4.2 rule 2',
  },
  {
    id: 'R31',
    key: 'shipped-is-final',
    sentence:
      'A shipped order never changes: a repeated cancel is refused with 409 again, and the order stays in the list.',
    spec: '1, 3',
  },
  {
    id: 'R32',
    key: 'admitted-order-is-listed',
    sentence: 'An order whose cancel returns 204 or 409 was in the list before: the list has every order.',
    spec: '1, 4.1',
    unexercised: 'no cancel got a 204 or 409',
  },
  {
    id: 'R33',
    key: 'cancel-changes-one-order',
    sentence:
      'A cancel changes no other order: after it, the list still has every other order, with the same fields.',
    spec: '1, 3, 4.2 rule 1',
  },
  {
    id: 'R34',
    key: '401-cancels-nothing',
    sentence:
      'A cancel that gets a 401 does not cancel the order: a cancel with a valid key still returns 204.',
    spec: '3, 4.2 rule 4, 5.4',
  },
  {
    id: 'R35',
    key: 'one-cancel-succeeds',
    sentence: 'Of simultaneous cancels of one order, at most one returns 204.',
    race: true,
    spec: '1, 3',
    unexercised: 'no two cancels of one order were under way at once',
  },
  {
    id: 'R36',
    key: 'list-never-goes-back',
    sentence: 'An order that a cancel removed from the list is not in a later list.',
    race: true,
    spec: '1, 3',
    unexercised: 'no order left the list and was looked for again by level race',
  },
  {
    id: 'R37',
    key: 'one-cancel-is-told',
    sentence: 'Of simultaneous cancels of a pending order, one returns 204.',
    race: true,
    spec: '3, 4.2 rule 1',
  },
];
