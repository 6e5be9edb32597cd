import { expect, test } from 'vitest';
import { aResponse } from '../../../test/contract/a-response.ts';
import type { OperationId, PlannedRequest, ReceivedResponse } from '../exchange.ts';
import type { Finding } from '../report.ts';
import { cancelOrder, listOrders } from '../requests.ts';
import { Findings } from './findings.ts';
import { judgeByPrism, type ParsedBody } from './judge-by-prism.ts';
import type { Prism, PrismResponse, PrismViolation } from './prism.ts';
import type { Received } from './received.ts';

type Headers = readonly (readonly [string, string])[];

function responseOf(status: number, rawHeaders: Headers = []): ReceivedResponse {
  return aResponse('', { status, rawHeaders });
}

const requests: Readonly<Record<OperationId, PlannedRequest>> = {
  listOrders: listOrders(),
  cancelOrder: cancelOrder(12n),
};

const none: ParsedBody = { value: undefined };

/** Judges with a Prism that returns these violations for every response. Returns its calls and the findings. */
async function judged(
  violations: readonly PrismViolation[],
  {
    operation = 'listOrders' as OperationId,
    status = 200,
    headers = [] as Headers,
    body = undefined as ParsedBody,
  },
  before: readonly Finding[] = [],
) {
  const asked: [PlannedRequest, PrismResponse][] = [];
  const prism: Prism = {
    operations: [],
    judge: async (request, response) => {
      asked.push([request, response]);
      return violations;
    },
  };
  const findings = new Findings(3);
  for (const { rule, where, expected, got } of before)
    findings.add(rule, { ...(where !== undefined && { where }), expected, got: () => got });
  const isList = operation === 'listOrders' && status === 200;
  const received: Received = {
    ...{
      request: requests[operation],
      response: responseOf(status, headers),
      form: isList ? 'list' : 'error',
    },
    ...{ isDocumented: true, needsType: false, hasWrongType: false },
    ...{ list: undefined, error: undefined, claimed: undefined },
    hide: (text) => text.replaceAll('Secret', '[hidden]'),
  };
  const exercised = await judgeByPrism(findings, prism, received, body ?? none);
  return { asked, found: findings.kept.slice(before.length), exercised };
}

const at = (path: readonly string[], keyword: string, message = 'it is wrong'): PrismViolation => ({
  kind: 'body',
  path: [...path],
  keyword,
  message,
});
const other = (kind: 'status' | 'media-type' | 'header', ...path: string[]): PrismViolation => ({
  kind,
  path,
  keyword: '',
  message: 'it is wrong',
});

const list = { body: { value: [{ id: 1, shipDate: 's', quantity: 0, 'a/~b': null }] } };
const error = { operation: 'cancelOrder', status: 404, body: { value: { code: 7 } } } as const;
const refused = { operation: 'listOrders', status: 401, body: { value: { code: 7 } } } as const;

const text = JSON.stringify(JSON.stringify(list.body.value));

test.each([
  ['R03', 'status', '', other('status'), list],
  ['R05', 'header Content-Type', '', other('media-type'), list],
  ['R20', 'header Content-Type', '', other('media-type'), error],
  ['R20', 'header Content-Type', '', other('media-type'), refused],
  ['R02', 'header x-a', '', other('header', 'x-a'), list],
  ['R02', 'header x-a 0', '', other('header', 'x-a', '0'), error],
  ['R19', 'header www-authenticate', '', other('header', 'www-authenticate'), refused],
  ['R07', '', `${text}: `, at([], 'minItems'), list],
  ['R07', '', '"nothing": ', at([], 'type'), { body: undefined }],
  ['R08', '/0/id', '"1": ', at(['0', 'id'], 'type'), list],
  ['R08', '/0/shipDate', '"\\"s\\"": ', at(['0', 'shipDate'], 'pattern'), list],
  ['R09', '/0/id', '"1": ', at(['0', 'id'], 'format'), list],
  ['R09', '/0/quantity', '"0": ', at(['0', 'quantity'], 'minimum'), list],
  ['R09', '/0/quantity', '"0": ', at(['0', 'quantity'], 'maximum'), list],
  ['R10', '/0/shipDate/x', '"nothing": ', at(['0', 'shipDate', 'x'], 'format'), list],
  ['R08', '/0/a~1~0b', '"null": ', at(['0', 'a~1~0b'], 'type'), list],
  ['R08', '/7/id', '"nothing": ', at(['7', 'id'], 'type'), list],
  ['R22', '/code', '"7": ', at(['code'], 'type'), error],
  ['R22', '/code', '"7": ', at(['code'], 'type'), refused],
] as const)('adds the violations of %s at %j', async (rule, where, value, violation, given) => {
  const { found, exercised } = await judged([violation], given);
  const expected = 'what the OpenAPI document says';
  expect(found).toEqual([{ rule, exchange: 3, where, expected, got: `${value}it is wrong` }]);
  expect(exercised).toEqual([rule]);
});

test.each([
  ['its rule was found already, elsewhere', { rule: 'R08', where: '/5/id' }],
  ['its place was found already, for another rule', { rule: 'R09', where: '/0/id' }],
] as const)('ignores a violation when %s', async (_why, { rule, where }) => {
  const before = [{ rule, where, exchange: 3, expected: '', got: '' }];
  const { found, exercised } = await judged([at(['0', 'id'], 'type')], list, before);
  expect([found, exercised]).toEqual([[], []]);
});

test('ignores the format of every shipDate, and of nothing else', async () => {
  const { found } = await judged(
    [at(['0', 'shipDate'], 'format'), at(['shipDate', 'x'], 'format'), at(['0', 'shipDate'], 'type')],
    list,
  );
  expect(found.map(({ rule, where }) => `${rule} ${where}`)).toEqual(['R09 /shipDate/x', 'R08 /0/shipDate']);
});

test.each([
  [1, ['R05 header Content-Type']],
  [2, []],
])('with %i Content-Types, the violations of the type are %j', async (count, expected) => {
  const headers = Array.from({ length: count }, () => ['content-type', 'text/html'] as const);
  const { found } = await judged([other('media-type')], { headers });
  expect(found.map(({ rule, where }) => `${rule} ${where}`)).toEqual(expected);
});

test('adds every violation of a rule that the strict readers did not find', async () => {
  const { found } = await judged([at(['0', 'id'], 'type'), at(['1', 'id'], 'type')], list);
  expect(found.map(({ where }) => where)).toEqual(['/0/id', '/1/id']);
});

test('hides the key in the value and in the message of Prism', async () => {
  const body = { value: [{ id: 'Secret' }] };
  const { found } = await judged([at(['0', 'id'], 'type', 'not Secret')], { body });
  expect(found[0]?.got).toBe('"\\"[hidden]\\"": not [hidden]');
});

test('passes the status, the headers with lower-case names, and the body', async () => {
  const headers: Headers = [
    ['Content-Type', 'Application/JSON;Charset=UTF-8'],
    ['X-A', '1'],
    ['x-a', '2'],
    ['__proto__', 'x'],
  ];
  const { asked } = await judged([], { headers, body: { value: [] } });
  const [[request, response] = []] = asked;
  expect(request).toEqual(listOrders());
  expect(response?.statusCode).toBe(200);
  expect(Object.entries(response?.headers ?? {})).toEqual([
    ['x-a', '1, 2'],
    ['__proto__', 'x'],
    ['content-type', 'application/json; charset="UTF-8"'],
  ]);
  expect(response?.body).toEqual([]);
});

test('passes neither a type that cannot be read nor a missing body', async () => {
  const { asked } = await judged([], { headers: [['Content-Type', 'json']], body: undefined });
  expect(asked).toEqual([[listOrders(), { statusCode: 200, headers: {} }]]);
});
