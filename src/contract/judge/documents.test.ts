import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contractPath } from '../../../test/contract/responses/ask.ts';
import { newFolder } from '../../../test/support/new-folder.ts';
import { UserError } from '../../user-error.ts';
import { openContract } from '../open-contract.ts';

const text = (await readFile(contractPath, 'utf8')).replaceAll('"', "'");

/** Returns the error of opening a document with this text, or `opened`. */
async function opening(document: string): Promise<string> {
  const folder = newFolder();
  const path = join(folder, 'contract.yaml');
  await writeFile(path, document);
  try {
    await openContract(path);
    return 'opened';
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    expect(error.exitCode).toBe(2);
    return error.message.replaceAll(folder, '');
  }
}

test('opens a document without a dialect, and the same as JSON', async () => {
  const { parse } = await import('yaml');
  expect(await opening(text.replace(/^jsonSchemaDialect.*$/m, ''))).toBe('opened');
  expect(await opening(JSON.stringify(parse(text)))).toBe('opened');
});

const refused: readonly (readonly [name: string, document: string, message: string])[] = [
  ['text that is not YAML', 'a: [', 'contract.yaml:1:5'],
  ['a list', '- a', 'is not an object; expected an OpenAPI document'],
  ['a text', 'openapi', 'is not an object'],
  ['a number', '3.1', 'is not an object'],
  ['nothing', '', 'is not an object'],
  [
    'an alias bomb',
    `${Array.from({ length: 12 }, (_, n) => `a${n}: &a${n} [${n === 0 ? '1' : `*a${n - 1},`.repeat(9)}]`).join('\n')}`,
    'cannot be read',
  ],
  [
    'OpenAPI 3.0',
    text.replace('openapi: 3.1.0', 'openapi: 3.0.3'),
    'has OpenAPI version 3.0.3; expected openapi: 3.1.x',
  ],
  ['no OpenAPI', 'a: b', 'has no OpenAPI version'],
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
  const said = await opening(document);
  expect(said).toContain(message);
  expect(said).toMatchSnapshot();
});

test.each([
  ['a list below another path', text.replace('  /store/orders:', '  /a/store/orders:')],
  ['a list with more after its path', text.replace('  /store/orders:', '  /store/orders/all:')],
  ['a cancel without an id', text.replace('/store/orders/{orderId}:', '/store/orders/one:')],
  ['a cancel below another path', text.replace('/store/orders/{orderId}:', '/a/store/orders/{orderId}:')],
  ['a cancel with more after its id', text.replace('/store/orders/{orderId}:', '/store/orders/{orderId}/x:')],
  ['an id with more around it', text.replace('/store/orders/{orderId}:', '/store/orders/x{orderId}:')],
])('refuses %s', async (_name, document) => {
  expect(await opening(document)).toMatch(/has (?:listOrders|cancelOrder) as .*; expected /);
});

test('accepts any name for the id of an order', async () => {
  expect(await opening(text.replaceAll('orderId', 'id'))).toBe('opened');
});

test('names every external reference, in any spelling, up to 20', async () => {
  const outside = (name: string, count: number): string =>
    `x-more:\n${Array.from({ length: count }, (_, n) => `  a${n}: { ${name}: 'http://host/${n}' }`).join('\n')}\n`;
  const says = (said: string): number => said.split('outside the document').length - 1;
  expect(says(await opening(text + outside('$ref', 3)))).toBe(3);
  expect(says(await opening(text + outside('$dynamicRef', 2)))).toBe(2);
  expect(says(await opening(text + outside('$REF', 1)))).toBe(1);
  expect(says(await opening(text + outside('$ref', 25)))).toBe(20);
  expect(await opening(text + outside('$ref', 1))).toContain('#/x-more/a0/$ref refers to');
});

test.each([
  [
    'a field whose name only looks like a reference',
    "x-more: { a$ref: 'http://host', $refs: 'http://host' }",
  ],
  ['a part that is null, a number or true', 'x-more: [null, 7, true]'],
  ['a reference that is not text', 'x-more: { $ref: 7, b: { $ref: { type: string } } }'],
])('accepts %s', async (_name, more) => {
  expect(await opening(`${text}${more}\n`)).toBe('opened');
});

test('visits a part that contains itself only once', async () => {
  expect(await opening(`${text}x-more: &a { b: *a, c: { $ref: 'http://host/' } }\n`)).toContain(
    'refers to "http://host/"',
  );
});

test('reports at most 20 faults of the YAML', async () => {
  const said = await opening(Array.from({ length: 30 }, () => 'a: 1').join('\n'));
  expect(said.match(/contract\.yaml:\d+:1 /g)).toHaveLength(20);
});

test('refuses a version and a dialect that are not text', async () => {
  expect(await opening(text.replace('openapi: 3.1.0', 'openapi: 3.1'))).toContain('has OpenAPI version 3.1;');
  expect(await opening(text.replace(/^jsonSchemaDialect.*$/m, 'jsonSchemaDialect: 7'))).toContain(
    '#/jsonSchemaDialect is 7',
  );
});

test('refuses a document of more than 16 MiB', async () => {
  const spaces = ' '.repeat(16 * 1024 * 1024 - text.length - 1);
  expect(await opening(`${text}#${spaces}`)).toBe('opened');
  expect(await opening(`${text}#${spaces} `)).toMatch(/contract\.yaml .*16/);
});

test.each([
  ['an unknown type', 'type: obj'],
  ['a bad pattern', "pattern: '('"],
  ['a minimum that is not a number', 'minimum: x'],
  ['required as in draft 3', 'required: true'],
])('refuses a schema with %s, and names its place', async (_name, line) => {
  const document = text.replace('          type: boolean', `          ${line}`);
  const message = await opening(document);
  expect(message).toContain(
    'GET /store/orders, response 200, application/json is a schema that cannot be compiled',
  );
  expect(message).toContain('; expected JSON Schema 2020-12');
});

test('accepts a response whose content has no schema', async () => {
  const content =
    "description: No such order.\n          content: { 'text/plain': {} }\n          x-content:";
  const document = text.replace(/description: No such order\.\n\s+content:/, content);
  expect(document).not.toBe(text);
  expect(await opening(document)).toBe('opened');
});

test('refuses a header schema that cannot be compiled', async () => {
  const header = 'description: No such order.\n          headers: { X-A: { schema: { type: obj } } }';
  expect(await opening(text.replace('description: No such order.', header))).toContain(
    'response 404, header X-A',
  );
});

test('reports that a document cannot be read', async () => {
  await expect(openContract('/no/such/contract.yaml')).rejects.toThrow(
    '/no/such/contract.yaml does not exist',
  );
});
