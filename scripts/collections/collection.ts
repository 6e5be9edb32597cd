import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { packageRoot } from '../../src/version.ts';
import { type Operation, operationsOf, type Parameter } from './operations.ts';

/** A request of a collection. `{{name}}` stands for a variable. */
export type CollectionRequest = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly method: string;
  readonly url: string;
  readonly query: readonly { readonly name: string; readonly value: string; readonly enabled: boolean }[];
  /** The variable with the bearer token; undefined if the request needs none. */
  readonly token: string | undefined;
  /** JSON. */
  readonly body: string | undefined;
  /** The statuses of a successful run. */
  readonly statuses: readonly number[];
};
/** Requests that belong together, in the order in which they can be sent. */
export type Folder = { readonly name: string; readonly requests: readonly CollectionRequest[] };

/** The variables with their defaults. */
export const variables: Readonly<Record<string, string>> = {
  baseUrl: 'http://localhost:4010/v1',
  quickstartUrl: 'http://localhost:4010/quickstart',
  apiKey: 'test-api-key',
  controlUrl: 'http://localhost:4011',
  controlToken: '',
  // Cancelled by the collection: a pending order of the scenario mixed.
  orderId: '48250918',
  petId: '7',
  // Created and deleted by the collection.
  environment: 'collection',
  order: '1001',
  gate: 'race',
  fault: 'fault-1',
  key: 'key-2',
  exchange: '1',
  scenario: 'pending',
  document: 'control',
};

const documents = [
  { file: 'store-orders.yaml', base: 'baseUrl', token: 'apiKey', folder: 'service' },
  { file: 'quickstart.yaml', base: 'quickstartUrl', token: 'apiKey', folder: 'service' },
  { file: 'control.yaml', base: 'controlUrl', token: 'controlToken', folder: 'control API' },
] as const;

/** What the documents do not say, by the id of a request. */
const additions: Readonly<
  Record<string, { body?: object; query?: Record<string, string>; statuses?: number[]; note?: string }>
> = {
  cancelOrder: {
    statuses: [204, 409],
    note: 'A second run gets 409, because the first one has cancelled the order: reset production, or change `orderId`.',
  },
  'get-pets-petId': { statuses: [200, 404, 410, 501], note: 'The simulator responds with 501 by default.' },
  'post-messages': { body: { message: 'Hello' } },
  getExchange: {
    statuses: [200, 404],
    note: 'The response is 404 unless the journal has an exchange with this number.',
  },
  // Until the collection closes it.
  openGate: { body: { id: 'race', timeoutMs: 60_000 } },
  waitForExchanges: { query: { timeout: '100ms' } },
  releaseExchange: {
    statuses: [200, 400],
    note: 'The response is 400 unless an exchange with this number waits at the hold.',
  },
};

/** For programs: a browser has a cookie and a stream without an end, and each run of a matrix resets every environment. */
const leftOut: readonly string[] = ['console', 'matrix'];

/** Returns the folders of the collection. The last one deletes what the others have created. */
export function collectionFolders(): readonly Folder[] {
  const folders = new Map<string, CollectionRequest[]>();
  const deletions: CollectionRequest[] = [];
  for (const { file, base, token, folder } of documents) {
    const document = parse(readFileSync(new URL(`openapi/${file}`, packageRoot), 'utf8'));
    for (const operation of operationsOf(document)) {
      if (operation.tags.some((tag) => leftOut.includes(tag))) continue;
      const request = requestOf(operation, base, token);
      const [tag] = operation.tags;
      const name = tag === undefined ? folder : `${folder}: ${tag}`;
      if (base === 'controlUrl' && request.method === 'DELETE') deletions.unshift(request);
      else folders.set(name, [...(folders.get(name) ?? []), request]);
    }
  }
  const all = [...folders].map(([name, requests]) => ({ name, requests }));
  return [...all, { name: 'control API: delete', requests: deletions }];
}

function requestOf(operation: Operation, base: string, token: string): CollectionRequest {
  const { id, method, path, parameters, summary, description, example, successes, open } = operation;
  const { body = example, query = {}, statuses = successes, note } = additions[id] ?? {};
  const unknown = [...path.matchAll(/\{(\w+)\}/g)].filter(([, name = '']) => variables[name] === undefined);
  if (unknown.length > 0)
    throw new Error(`${id}: no variable for ${unknown.join(', ')}: add it to variables`);
  return {
    id,
    name: summary,
    description: [description.trim(), note ?? ''].filter((text) => text !== '').join('\n\n'),
    method,
    url: `{{${base}}}${path.replace(/\{(\w+)\}/g, '{{$1}}')}`,
    query: parameters
      .filter((parameter) => parameter.in === 'query')
      .map((one) => ({ name: one.name, value: query[one.name] ?? sample(one), enabled: one.name in query })),
    token: open ? undefined : token,
    body: body === undefined ? undefined : JSON.stringify(body, null, 2),
    statuses,
  };
}

function sample({ schema, example }: Parameter): string {
  const { default: value, enum: values = [], minimum = 1 } = schema;
  return String(example ?? value ?? values[0] ?? minimum);
}
