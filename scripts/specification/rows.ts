import type { RuleId } from '../../src/contract/rules/rule-ids.ts';
import type { GapKey } from '../../src/simulator/environment/gaps/gaps.ts';

/** What decides about one sentence of the specification: rules of the checker, gaps, fixed behaviour, or none with a reason. */
export type Row = {
  readonly rules?: readonly RuleId[];
  readonly gaps?: readonly GapKey[];
  /** What the simulator does, where neither a rule nor a gap says it. */
  readonly behaviour?: string;
  /** Why no check can test it. */
  readonly notTestable?: string;
  /** Tests of the simulator and of the documents: a file and a title in it. */
  readonly tests?: readonly (readonly [file: string, title: string])[];
};

const service = 'test/simulator/service';
const documents = 'test/openapi/specification.test.ts';
const schemas = [
  documents,
  'part 2: the fields of Order, all optional and without a status, and those of Error, all required',
] as const;
const paths = [
  documents,
  'part 4: the two operations on orders and the deprecated lookup, with their documented responses',
] as const;
const bearer = [documents, 'part 5: every operation requires the API key as a bearer token'] as const;
const bodies = [documents, 'part 7: the responses with an Error body'] as const;
const versions = [
  documents,
  'parts 1 and 9: two environments whose base addresses end in /v1, and version 1.0.0',
] as const;
const quickstart = [documents, 'part 4.4: the single request of the quickstart, on its own address'] as const;
const elsewhere = [`${service}/order-id-spellings.test.ts`, '"%s" leads to no operation'] as const;
const eachDigit = [`${service}/cancel.test.ts`, 'lists and cancels order %s to the digit'] as const;
const cancelled = [
  `${service}/cancel.test.ts`,
  'cancels a pending order with a 204 that has neither body nor content headers',
] as const;
const shipped = [
  `${service}/cancel.test.ts`,
  'refuses to cancel a shipped order, repeatedly, and keeps it',
] as const;
const unknown = [
  `${service}/cancel.test.ts`,
  'responds with 404 and an Error body for an order that does not exist',
] as const;
const refused = [
  `${service}/authorization.test.ts`,
  'refuses %s with 401, on every operation and without a word about orders',
] as const;
const queued = [
  `${service}/quickstart.test.ts`,
  'queues a message with its own id and the time of the environment',
] as const;
const noOther = [`${service}/quickstart.test.ts`, 'supports no other method and no other path'] as const;
const model = [`${service}/model.test.ts`, 'lists, cancels, ships and resets like a plain map'] as const;
const noOtherSections = [documents, 'the documents have no other sections'] as const;

/** By the ids of `test/specification/sentences.txt`. */
export const rows: Readonly<Record<string, Row>> = {
  '1/service': { rules: ['R02'], tests: [paths] },
  '1/animal': {
    behaviour:
      'An order has a petId and no other data of the animal. Whether the animal exists is not checked.',
    tests: [schemas],
  },
  '1/operations': { gaps: ['unknown-path', 'wrong-method'], tests: [paths, elsewhere] },
  '1/json': { rules: ['R06', 'R20', 'R21'], gaps: ['accept'] },
  '1/every-order': { rules: ['R32', 'R33', 'R36'], gaps: ['cancelled-in-list'], tests: [model] },
  '1/no-filtering': { rules: ['R13'], gaps: ['list-query'] },
  '1/only-pending': {
    rules: ['R29', 'R35'],
    gaps: ['cancel-again'],
    tests: [
      [
        'test/nightly/properties/cancel-race.test.ts',
        `lets exactly one of 50 clients cancel each of ${'$'}{orders} orders`,
      ],
    ],
  },
  '1/shipped': { rules: ['R31'], tests: [shipped] },
  '1/environments': {
    behaviour: 'Two environments with their own orders and keys, at `/v1` and at `/staging/v1`.',
    notTestable: 'A check has one base address.',
    tests: [
      versions,
      [`${service}/cancel.test.ts`, 'keeps the orders of the two environments apart'],
      [`${service}/authorization.test.ts`, 'refuses production keys on staging'],
    ],
  },
  '1/prefix': { rules: ['R01'], tests: [versions] },
  '1/paths': { gaps: ['unknown-path'], tests: [elsewhere] },
  '2/optional': { rules: ['R08'], gaps: ['optional-fields'], tests: [schemas] },
  '2/id': { rules: ['R08', 'R09', 'R11'], tests: [schemas, eachDigit] },
  '2/petId': { rules: ['R08', 'R09'], tests: [schemas] },
  '2/quantity': { rules: ['R08'], tests: [schemas] },
  '2/shipDate': { rules: ['R08', 'R10'], gaps: ['ship-date-form'], tests: [schemas] },
  '2/complete': {
    rules: ['R08'],
    behaviour: 'Independent of the state of the order.',
    tests: [schemas],
  },
  '2/no-status': { rules: ['R12'], gaps: ['extra-fields'], tests: [schemas] },
  '2/error': { rules: ['R20', 'R22', 'R24'], gaps: ['extra-fields'], tests: [schemas, bodies] },
  '2/code': { rules: ['R22'], gaps: ['error-codes'], tests: [schemas] },
  '2/message': { rules: ['R22'], tests: [schemas] },
  '2/status': { rules: ['R22', 'R23'], tests: [schemas] },
  '3/states': {
    behaviour: 'An order is pending, shipped or cancelled. No other state is modelled.',
    tests: [model],
  },
  '3/pending': {
    rules: ['R26', 'R27', 'R29', 'R33', 'R34', 'R35', 'R36', 'R37'],
    tests: [cancelled, model],
  },
  '3/shipped': { rules: ['R30', 'R31'], tests: [shipped] },
  '3/not-shown': {
    gaps: ['cancelled-in-list', 'cancel-again'],
    behaviour: 'An order ships over the control API, or as its scenario says.',
    tests: [
      [
        'src/simulator/environment/shipping.test.ts',
        'ships at a time, or after a time, not before and not twice',
      ],
    ],
  },
  '4/key': { rules: ['R14', 'R15', 'R16', 'R17'], gaps: ['unknown-path'], tests: [bearer, refused] },
  '4.1/request': {
    rules: ['R13'],
    gaps: ['list-query', 'head-list', 'wrong-method', 'options', 'cors'],
    tests: [paths],
  },
  '4.1/200': {
    rules: ['R03', 'R04', 'R05', 'R07', 'R32'],
    gaps: ['list-order', 'list-lag', 'content-type', 'etag', 'list-compression'],
    tests: [paths],
  },
  '4.1/401': { rules: ['R03', 'R14', 'R15'], tests: [paths, refused] },
  '4.2/request': { rules: ['R03'], tests: [paths, elsewhere] },
  '4.2/orderId': {
    gaps: ['malformed-order-id'],
    behaviour: 'Every int64 in canonical decimal digits names an order exactly.',
    tests: [eachDigit, [`${service}/order-id-spellings.test.ts`, '"%s" is no order id']],
  },
  '4.2/body': {
    behaviour: 'A body, conditions and headers that override the method are ignored.',
    tests: [
      [`${service}/http.test.ts`, 'ignores the body, the conditions and the method overrides of a cancel'],
    ],
  },
  '4.2/204': { rules: ['R26', 'R27', 'R28'], tests: [cancelled] },
  '4.2/401': { rules: ['R16', 'R17'], tests: [refused] },
  '4.2/404': { rules: ['R25'], tests: [unknown] },
  '4.2/409': { rules: ['R30'], gaps: ['conflict-body'], tests: [shipped] },
  '4.2/rule 1': { rules: ['R26', 'R33', 'R37'], gaps: ['list-lag'], tests: [cancelled] },
  '4.2/rule 2': { rules: ['R30'], tests: [shipped] },
  '4.2/rule 3': { rules: ['R25'], tests: [unknown] },
  '4.2/rule 4': { rules: ['R16', 'R17', 'R34'], tests: [refused] },
  '4.3/pet': { gaps: ['pet-deprecation'], tests: [paths] },
  '4.3/not-shown': {
    gaps: ['pet-lookup'],
    notTestable:
      'Without a shape, every response keeps the contract; the key is required as on every operation.',
    tests: [paths],
  },
  '4.4/address': {
    behaviour: 'An address of its own: `/quickstart`.',
    tests: [quickstart, noOther],
  },
  '4.4/request': { gaps: ['message-accepted'], tests: [quickstart, queued] },
  '4.4/headers': {
    behaviour: 'As for orders.',
    notTestable: 'It is no order operation.',
    tests: [quickstart],
  },
  '4.4/body': {
    behaviour: 'The simulator queues the message.',
    notTestable: 'It is no order operation.',
    tests: [quickstart, queued],
  },
  '4.4/response': {
    behaviour: 'All four fields.',
    notTestable: 'It is no order operation.',
    tests: [quickstart, queued],
  },
  '5/1': { gaps: ['bearer-case'], tests: [bearer, [`${service}/authorization.test.ts`, 'accepts %s']] },
  '5/2': { rules: ['R18'], tests: [bearer, refused] },
  '5/3': {
    behaviour: 'Keys come from settings, a scenario or the control API.',
    notTestable: 'Accounts are not part of the interface.',
    tests: [noOtherSections],
  },
  '5/4': {
    rules: ['R14', 'R15', 'R16', 'R17', 'R18', 'R19', 'R34'],
    gaps: ['www-authenticate'],
    tests: [refused],
  },
  '5/5': {
    behaviour: 'A key permits every operation of its environment, until it is revoked.',
    notTestable: 'Without a promise there is nothing to keep.',
    tests: [bearer],
  },
  '6/events': {
    behaviour: 'None.',
    notTestable: 'Without a promise there is nothing to keep.',
    tests: [noOtherSections],
  },
  '7/401': { rules: ['R22'], tests: [bodies, refused] },
  '7/404': { rules: ['R22'], tests: [bodies, unknown] },
  '7/409': { gaps: ['conflict-body'], tests: [bodies, shipped] },
  '7/400': { gaps: ['message-bad-request-body'], tests: [quickstart] },
  '7/code': { gaps: ['error-codes'], tests: [bodies] },
  '8/one-array': { rules: ['R13'], gaps: ['list-query'], tests: [model] },
  '8/limits': {
    behaviour:
      'The simulator has no rate limit, except as a fault, and only limits that protect the process.',
    notTestable: 'Without a promise there is nothing to keep; a 429 makes a check incomplete.',
    tests: [['test/simulator/control-api/bounds.test.ts', 'an environment has at most 1000 faults']],
  },
  '9/version': { rules: ['R01'], tests: [versions] },
  '9/v2': {
    behaviour: 'Nothing is served under `/v2`.',
    notTestable: 'The plan is about another version.',
    tests: [[`${service}/http.test.ts`, '/v2/store/orders']],
  },
  '9/pet': { gaps: ['pet-deprecation'], tests: [paths] },
  '9/stability': {
    behaviour: 'The documents know `x-stability`; no order operation has it.',
    notTestable: 'A marker is in the documentation, not in a response.',
    tests: [paths],
  },
};
