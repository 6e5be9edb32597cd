import { headerValues } from '../exchange.ts';
import { type AddFinding, addFlaws, addPlace } from '../judge/findings.ts';
import {
  isOf,
  type JsonNode,
  kindInWords,
  lastMembers,
  pointerStep,
  readIntegerToken,
} from '../judge/json-node.ts';
import type { Received } from '../judge/received.ts';
import { checkType } from './http-rules.ts';
import type { RuleRow } from './rule.ts';

type ErrorField = { readonly expected: string; readonly fits: (node: JsonNode) => boolean };

const errorFields: ReadonlyMap<string, ErrorField> = new Map([
  ['code', { expected: 'a string', fits: isOf.string }],
  ['message', { expected: 'a string', fits: isOf.string }],
  ['status', { expected: 'an integer', fits: isOf.integer }],
]);

function membersOf({ error }: Received) {
  return error?.root?.kind === 'object' ? lastMembers(error.root) : [];
}

/** Returns the status in an Error body, if it is an integer. */
function statusIn(received: Received): JsonNode | undefined {
  const value = membersOf(received).find(({ name }) => name === 'status')?.value;
  return value !== undefined && isOf.integer(value) ? value : undefined;
}

function checkFields(received: Received, add: AddFinding): void {
  const { error, response, hide } = received;
  const root = error?.root;
  if (root === undefined) return;
  const addAt = (place: JsonNode, where: string, expected: string): void =>
    addPlace(add, response.body, { ...place, where, expected }, hide);
  if (root.kind !== 'object') {
    addAt(root, '', 'an Error object');
    return;
  }
  const members = membersOf(received);
  for (const [name, { expected, fits }] of errorFields) {
    const value = members.find((member) => member.name === name)?.value;
    const where = pointerStep(name);
    if (value === undefined) addAt(root, where, `${expected}, not a body without ${name}`);
    else if (!fits(value)) addAt(value, where, `${expected}, not ${kindInWords(value)}`);
  }
}

export const keyRules: readonly RuleRow[] = [
  {
    id: 'R14',
    key: 'list-without-key-401',
    sentence: 'Listing orders without a key returns 401.',
    spec: '4.1, 5.4',
    pointer: '/paths/~1store~1orders/get/responses/401',
  },
  {
    id: 'R15',
    key: 'list-invalid-key-401',
    sentence: 'Listing orders with an invalid key returns 401.',
    spec: '4.1, 5.4',
    pointer: '/paths/~1store~1orders/get/responses/401',
  },
  {
    id: 'R16',
    key: 'cancel-without-key-401',
    sentence: 'Cancelling an order without a key returns 401.',
    spec: '4.2 rule 4, 5.4',
    pointer: '/paths/~1store~1orders~1{orderId}/delete/responses/401',
  },
  {
    id: 'R17',
    key: 'cancel-invalid-key-401',
    sentence: 'Cancelling an order with an invalid key returns 401.',
    spec: '4.2 rule 4, 5.4',
    pointer: '/paths/~1store~1orders~1{orderId}/delete/responses/401',
  },
  {
    id: 'R18',
    key: 'key-before-order',
    sentence:
      'Without a valid key, a response does not reveal whether an order exists: 401 has precedence over 404 and 409.',
    spec: '5.2, 5.4',
    pointer: '/paths/~1store~1orders~1{orderId}/delete/responses/401',
  },
  {
    id: 'R19',
    key: 'www-authenticate',
    sentence: 'A 401 response has a WWW-Authenticate header.',
    spec: 'RFC 9110, 15.5.2',
    pointer: '/components/securitySchemes',
    severity: 'notice',
    unexercised: 'no 401 was received',
    judges: ({ isDocumented, response }) => isDocumented && response.status === 401,
    // A challenge begins with a scheme (RFC 9110, 11.6.1).
    check({ response }, add) {
      const challenges = headerValues(response.rawHeaders, 'www-authenticate');
      if (challenges.some((challenge) => challenge.trim() !== '')) return;
      add({
        where: 'header WWW-Authenticate',
        expected: 'WWW-Authenticate: Bearer',
        got: () => (challenges.length === 0 ? 'no WWW-Authenticate' : 'an empty WWW-Authenticate'),
      });
    },
  },
  {
    id: 'R20',
    key: 'error-media-type',
    sentence: 'The content type of an Error body is application/json.',
    spec: '1, 2',
    pointer: '/components/responses',
    unexercised: 'no Error body was received',
    judges: ({ form, needsType }) => form === 'error' && needsType,
    check: checkType,
  },
  {
    id: 'R21',
    key: 'error-json',
    sentence: 'An Error body is one well-formed JSON text in UTF-8 without duplicate keys.',
    spec: '1; RFC 8259',
    pointer: '/components/schemas/Error',
    unexercised: 'no Error body was received',
    judges: ({ error, claimed }) => error !== undefined || claimed !== undefined,
    check({ error, claimed, response, hide }, add) {
      const text = error ?? claimed;
      if (text !== undefined) addFlaws(add, response.body, text, hide);
    },
  },
  {
    id: 'R22',
    key: 'error-fields',
    sentence: 'An Error body has code and message as strings and status as an integer.',
    spec: '2, 7',
    pointer: '/components/schemas/Error/required',
    unexercised: 'no Error body was received',
    judges: ({ error }) => error?.root !== undefined,
    check: checkFields,
  },
  {
    id: 'R23',
    key: 'error-status',
    sentence: 'status in an Error body equals the HTTP status.',
    spec: '2',
    pointer: '/components/schemas/Error/properties/status',
    unexercised: 'no Error body was received',
    judges: (received) => statusIn(received) !== undefined,
    check(received, add) {
      const { response, hide } = received;
      const node = statusIn(received);
      const integer = node?.kind === 'number' ? readIntegerToken(node.text) : undefined;
      if (node === undefined || (integer?.kind === 'int64' && integer.value === BigInt(response.status)))
        return;
      const expected = `${response.status}, as the HTTP status`;
      addPlace(add, response.body, { ...node, where: '/status', expected }, hide);
    },
  },
  {
    id: 'R24',
    key: 'error-fields-documented',
    sentence: 'An Error body has only the three documented fields.',
    spec: '2',
    pointer: '/components/schemas/Error',
    severity: 'notice',
    unexercised: 'no Error body was received',
    judges: ({ error }) => error?.root?.kind === 'object',
    check(received, add) {
      const { response, hide } = received;
      const expected = 'only the fields code, message and status';
      for (const { name, value } of membersOf(received))
        if (!errorFields.has(name))
          addPlace(add, response.body, { ...value, where: pointerStep(name), expected }, hide);
    },
  },
];
