import { describeKey } from '../api-key.ts';
import { headerValues, type OperationId, summarise } from '../exchange.ts';
import { type AddFinding, addFlaws, addPlace } from '../judge/findings.ts';
import { int64In, lastMembers, nodeAt, pointer, pointerStep } from '../judge/json-node.ts';
import type { Received } from '../judge/received.ts';
import { checkType } from './http-rules.ts';
import type { RuleRow } from './rule.ts';

const errorFields: readonly string[] = ['code', 'message', 'status'];

function membersOf({ error }: Received) {
  return error?.root?.kind === 'object' ? lastMembers(error.root) : [];
}

/** Returns the status in an Error body, if it is a number that is an integer as a double. */
function statusIn(received: Received) {
  const value = membersOf(received).find(({ name }) => name === 'status')?.value;
  return value?.kind === 'number' && Number.isInteger(Number(value.text)) ? value : undefined;
}

const discloses = ({ response }: Received): boolean => response.status === 404 || response.status === 409;

/** Returns what judges the refusal of a key: of requests of an operation without a key, or with a wrong one. */
function refusing(operation: OperationId, isNone: boolean): Pick<RuleRow, 'judges' | 'check'> {
  return {
    judges: (received) =>
      received.isDocumented &&
      received.request.operationId === operation &&
      received.request.key.kind === (isNone ? 'none' : 'invalid') &&
      !(operation === 'cancelOrder' && discloses(received)),
    check: expect401,
  };
}

function expect401({ request, response, hide }: Received, add: AddFinding): void {
  if (response.status !== 401)
    add({
      where: 'status',
      expected: `401 ${describeKey(request.key)}`,
      got: () => hide(summarise(response)),
    });
}

export const keyRules: readonly RuleRow[] = [
  {
    id: 'R14',
    key: 'list-without-key-401',
    sentence: 'Listing orders without a key returns 401.',
    spec: '4.1, 5.4',
    ...refusing('listOrders', true),
  },
  {
    id: 'R15',
    key: 'list-invalid-key-401',
    sentence: 'Listing orders with an invalid key returns 401.',
    spec: '4.1, 5.4',
    ...refusing('listOrders', false),
  },
  {
    id: 'R16',
    key: 'cancel-without-key-401',
    sentence: 'Cancelling an order without a key returns 401.',
    spec: '4.2 rule 4, 5.4',
    ...refusing('cancelOrder', true),
  },
  {
    id: 'R17',
    key: 'cancel-invalid-key-401',
    sentence: 'Cancelling an order with an invalid key returns 401.',
    spec: '4.2 rule 4, 5.4',
    ...refusing('cancelOrder', false),
  },
  {
    id: 'R18',
    key: 'key-before-order',
    sentence:
      'Without a valid key, a response does not reveal whether an order exists: 401 has precedence over 404 and 409.',
    spec: '5.2, 5.4',
    judges: ({ isDocumented, request: { operationId, key } }) =>
      isDocumented && operationId === 'cancelOrder' && (key.kind === 'none' || key.kind === 'invalid'),
    check: (received, add) => discloses(received) && expect401(received, add),
  },
  {
    id: 'R19',
    key: 'www-authenticate',
    sentence: 'A 401 response has a WWW-Authenticate header.',
    spec: 'RFC 9110, 15.5.2',
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
    unexercised: 'no Error body was received',
    judges: ({ form, needsType }) => form === 'error' && needsType,
    check: checkType,
  },
  {
    id: 'R21',
    key: 'error-json',
    sentence: 'An Error body is one well-formed JSON text in UTF-8 without duplicate keys.',
    spec: '1; RFC 8259',
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
    unexercised: 'no Error body was received',
    judges: ({ error }) => error?.root !== undefined,
    check({ error, errorShape, response, hide }, add) {
      for (const { path, expected } of errorShape) {
        const node = error?.root && nodeAt(error.root, path);
        if (node) addPlace(add, response.body, { ...node, where: pointer(path), expected }, hide);
      }
    },
  },
  {
    id: 'R23',
    key: 'error-status',
    sentence: 'status in an Error body equals the HTTP status.',
    spec: '2',
    unexercised: 'no Error body was received',
    judges: (received) => statusIn(received) !== undefined,
    check(received, add) {
      const { response, hide } = received;
      const node = statusIn(received);
      if (node === undefined || int64In(node.text) === BigInt(response.status)) return;
      const expected = `${response.status}, as the HTTP status`;
      addPlace(add, response.body, { ...node, where: '/status', expected }, hide);
    },
  },
  {
    id: 'R24',
    key: 'error-fields-documented',
    sentence: 'An Error body has only the three documented fields.',
    spec: '2',
    severity: 'notice',
    unexercised: 'no Error body was received',
    judges: ({ error }) => error?.root?.kind === 'object',
    check(received, add) {
      const { response, hide } = received;
      const expected = 'only the fields code, message and status';
      for (const { name, value } of membersOf(received))
        if (!errorFields.includes(name))
          addPlace(add, response.body, { ...value, where: pointerStep(name), expected }, hide);
    },
  },
];
