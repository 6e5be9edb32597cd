import { type CollectionRequest, collectionFolders, variables } from './collection.ts';

/** Returns the collection in the format of Postman, version 2.1. */
export function postmanCollection(): string {
  const collection = {
    info: {
      name: 'store-orders-sim',
      description: 'The Store Orders Service, and the control API of its simulator. Generated from openapi/.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
    item: collectionFolders().map(({ name, requests }) => ({ name, item: requests.map(item) })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function item({ name, description, method, url, query, token, body, statuses }: CollectionRequest): object {
  const search = query.map((one) => ({ key: one.name, value: one.value, disabled: !one.enabled }));
  const enabled = query.filter((one) => one.enabled).map((one) => `${one.name}=${one.value}`);
  const [host = '', ...path] = url.split('/');
  return {
    name,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: test(statuses) } }],
    request: {
      method,
      description,
      auth:
        token === undefined
          ? { type: 'noauth' }
          : { type: 'bearer', bearer: [{ key: 'token', value: `{{${token}}}`, type: 'string' }] },
      header: body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
      url: {
        raw: [url, ...(enabled.length > 0 ? [enabled.join('&')] : [])].join('?'),
        host: [host],
        path,
        ...(search.length > 0 && { query: search }),
      },
      ...(body !== undefined && { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
    },
  };
}

function test(statuses: readonly number[]): readonly string[] {
  return [
    `pm.test('the status is ${statuses.join(' or ')}', () => {`,
    `  pm.expect(pm.response.code).to.be.oneOf([${statuses.join(', ')}]);`,
    '});',
  ];
}
