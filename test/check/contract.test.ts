import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createHideKey } from '../../src/check/exchange/hide-key.ts';
import { openContract } from '../../src/check/judge/contract.ts';
import { UserError } from '../../src/user-error.ts';
import { answer, contractPath, error, exchangeWith, json, judgementOf, list } from './answers/ask.ts';

const text = (await readFile(contractPath, 'utf8')).replaceAll('"', "'");

/** What opening a document with this text says, as one text; `opened` when it can be opened. */
async function opening(document: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-'));
  const path = join(folder, 'contract.yaml');
  await writeFile(path, document);
  try {
    await openContract(path);
    return 'opened';
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    expect(error.exitCode).toBe(2);
    return error.message.replaceAll(folder, '');
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('opens a document without a dialect, and the same as JSON', async () => {
  const { parse } = await import('yaml');
  expect(await opening(text.replace(/^jsonSchemaDialect.*$/m, ''))).toBe('opened');
  expect(await opening(JSON.stringify(parse(text)))).toBe('opened');
});

const refused: readonly (readonly [name: string, document: string, message: string])[] = [
  ['text that is no YAML', 'a: [', 'contract.yaml:1:5'],
  ['a list', '- a', 'is not an object; expected an OpenAPI document'],
  [
    'an alias bomb',
    `${Array.from({ length: 12 }, (_, n) => `a${n}: &a${n} [${n === 0 ? '1' : `*a${n - 1},`.repeat(9)}]`).join('\n')}`,
    'cannot be read',
  ],
  [
    'OpenAPI 3.0',
    text.replace('openapi: 3.1.0', 'openapi: 3.0.3'),
    'is of OpenAPI 3.0.3; expected openapi: 3.1.x',
  ],
  ['no OpenAPI', 'a: b', 'names no version of OpenAPI'],
  ['another dialect', text.replace('draft/2020-12', 'draft/2019-09'), '#/jsonSchemaDialect is https'],
  [
    'a reference to a host',
    text.replace("'#/components/schemas/Order'", 'https://host/order.yaml'),
    'refers to "https://host/order.yaml" outside the document',
  ],
  [
    'a reference to a file',
    text.replace("'#/components/schemas/Order'", '../../secret.yaml'),
    'refers to "../../secret.yaml" outside the document',
  ],
  [
    'a reference to nothing',
    text.replace("'#/components/schemas/Order'", "'#/components/schemas/Orders'"),
    'cannot be used',
  ],
  [
    'no list',
    text.replace('operationId: listOrders', 'operationId: orders'),
    'has no operation listOrders; expected GET /store/orders',
  ],
  [
    'the list elsewhere',
    text.replace('  /store/orders:', '  /orders:'),
    'has listOrders as GET /orders; expected GET /store/orders',
  ],
  ['a cancel by POST', text.replace('    delete:', '    post:'), 'has cancelOrder as POST'],
];

test.each(refused)('refuses %s', async (_name, document, message) => {
  expect(await opening(document)).toContain(message);
});

test.each([
  ['an unknown type', 'type: obj'],
  ['a bad pattern', "pattern: '('"],
  ['a minimum that is no number', 'minimum: x'],
  ['required as in draft 3', 'required: true'],
])('refuses a schema with %s, and names its place', async (_name, line) => {
  const document = text.replace('          type: boolean', `          ${line}`);
  const message = await opening(document);
  expect(message).toContain(
    'GET /store/orders, response 200, application/json is a schema that cannot be compiled',
  );
});

test('refuses a header schema that cannot be compiled', async () => {
  const header = 'description: No such order.\n          headers: { X-A: { schema: { type: obj } } }';
  expect(await opening(text.replace('description: No such order.', header))).toContain(
    'response 404, header X-A',
  );
});

test('tells that a document cannot be read', async () => {
  await expect(openContract('/no/such/contract.yaml')).rejects.toThrow(
    '/no/such/contract.yaml does not exist',
  );
});

test('judges by what a document adds, through Prism', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'contract-'));
  const path = join(folder, 'contract.yaml');
  const strict = text
    .replace('          type: boolean', '          type: boolean\n          const: true')
    .replace(
      '        quantity:\n          type: integer',
      '        quantity:\n          type: integer\n          minimum: 1',
    )
    .replace('    Order:\n      type: object', '    Order:\n      type: object\n      required: [id]');
  await writeFile(path, strict);
  const contract = await openContract(path);
  await rm(folder, { recursive: true });
  const exchange = await exchangeWith(list('[{"id":1},{"complete":false},{"id":2,"quantity":0}]'));
  const { findings } = await contract.judge(exchange);
  expect(findings.map(({ rule, where }) => `${rule} ${where}`).sort()).toEqual([
    'R07 /1',
    'R08 /1/complete',
    'R09 /2/quantity',
  ]);
});

test('knows the documented statuses', async () => {
  const contract = await openContract(contractPath);
  const documented = [200, 204, 401, 404, 409, 500];
  expect(documented.filter((status) => contract.documents('listOrders', status))).toEqual([200, 401]);
  expect(documented.filter((status) => contract.documents('cancelOrder', status))).toEqual([
    204, 401, 404, 409,
  ]);
});

test('shows what came with the bytes around it', async () => {
  const { findings } = await judgementOf(list('[{"id":1},{"id":"2","complete":true}]'));
  expect(findings).toEqual([
    {
      rule: 'R08',
      exchange: 1,
      where: '/1/id',
      expected: 'an integer, not a string',
      got: '"2" at byte 16: [{"id":1},{"id":"2","complete":true}]',
    },
  ]);
});

test('shows no control characters and no marks of writing direction', async () => {
  const { findings } = await judgementOf(
    error(404, '{"code":7,"message":"\u202eabc\u009b\u2028","status":404}'),
    { operationId: 'cancelOrder' },
  );
  expect(findings[0]?.got).toContain('\\u202eabc\\u009b\\u2028');
});

test('hides a key that a target sends back, also where an excerpt cuts it', async () => {
  const key = 'valid-key-4711';
  const contract = await openContract(contractPath, { hide: createHideKey(key) });
  for (let gap = 0; gap < 60; gap += 1) {
    const body = `{"code":"${key}${'-'.repeat(gap)}","message":7,"status":401}`;
    const { findings } = await contract.judge(
      await exchangeWith(error(401, body, json, `X: ${key}`), { key: { kind: 'none' } }),
    );
    expect(findings.map(({ rule }) => rule)).toEqual(['R22']);
    expect(findings[0]?.got).not.toMatch(/valid|key|4711/);
  }
});

test('lists the rules that an exchange could have broken', async () => {
  const empty = await judgementOf(list('[]'));
  const whole = await judgementOf(list('[{"id":1,"shipDate":"2026-01-20T10:00:00Z"},{"id":2}]'));
  const cancelled = await judgementOf('HTTP/1.1 204 No Content\r\n\r\n', { operationId: 'cancelOrder' });
  const conflict = await judgementOf(answer('409 Conflict', []), { operationId: 'cancelOrder' });
  expect(empty.exercised).toEqual(['R02', 'R03', 'R04', 'R05', 'R06', 'R07']);
  expect(whole.exercised).toEqual([...empty.exercised, 'R08', 'R09', 'R10', 'R11', 'R12']);
  expect(cancelled.exercised).toEqual(['R02', 'R03', 'R27', 'R28']);
  expect(conflict.exercised).toEqual(['R02', 'R03']);
});

test('judges a failed exchange by what it says about the contract: nothing, unless the answer was malformed', async () => {
  const silent = await judgementOf('', { ending: 'hold', timeoutMs: 20 });
  expect(silent).toMatchObject({ findings: [], exercised: [], undocumentedStatus: false });
  expect((await judgementOf('no HTTP')).findings.map(({ rule }) => rule)).toEqual(['R02']);
});

test('tells an undocumented status', async () => {
  expect(await judgementOf(answer('503 Busy', []))).toMatchObject({ undocumentedStatus: true });
});
