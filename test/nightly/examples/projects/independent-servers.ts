import { mkdtempSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import type { GapKey } from '../../../../src/index.ts';
import { startShell } from '../../../support/run-program.ts';
import { runs } from './project.ts';

/**
 * Two servers that were written from the specification alone, without a look at this project. README.md beside them lists what
 * each decided where the specification is silent: every difference from the simulator must be the choice of a gap.
 */
const folder = fileURLToPath(new URL('../independent/', import.meta.url));
export const apiKey = 'key-of-the-servers';

export type Independent = {
  readonly name: string;
  readonly tools: readonly string[];
  readonly command: (temporary: string) => string;
  readonly gaps: Readonly<Partial<Record<GapKey, string>>>;
};

const all: readonly Independent[] = [
  {
    name: 'Python',
    tools: ['python3', '--version'],
    command: () => `exec python3 '${folder}python/server.py'`,
    gaps: {
      'cancelled-in-list': 'remove',
      'cancel-again': 'not-found',
      'conflict-body': 'error',
      'malformed-order-id': 'not-found',
      'unknown-path': 'unauthorized-first',
      'head-list': 'as-get',
      options: 'method-not-allowed',
      'bearer-case': 'any-case',
    },
  },
  {
    name: 'Go',
    tools: ['go', 'version'],
    command: (temporary) =>
      `cd '${folder}go' && go build -o '${temporary}/server' . && exec '${temporary}/server'`,
    gaps: {
      'cancelled-in-list': 'keep',
      'cancel-again': 'conflict',
      'conflict-body': 'empty',
      'malformed-order-id': 'bad-request',
      'unknown-path': 'not-found',
      'head-list': 'method-not-allowed',
      options: 'method-not-allowed',
      'bearer-case': 'exact',
    },
  },
];

const count = 40;
export const orders = Array.from({ length: count }, (_, at) => ({
  id: at % 4 === 3 ? 9_223_372_036_854_775_807n - BigInt(at) : BigInt(at * 7 - 30),
  shipped: at % 5 === 0,
}));
const fields = '"petId": 7, "quantity": 2, "shipDate": "2026-01-20T10:00:00Z", "complete": false';

/** Starts a server on a free port, and returns its base address. */
export async function startIndependent({ command }: Independent): Promise<string> {
  const temporary = mkdtempSync(join(tmpdir(), 'independent-'));
  const file = join(temporary, 'orders.json');
  const texts = orders.map(({ id, shipped }) => `{"order": {"id": ${id}, ${fields}}, "shipped": ${shipped}}`);
  writeFileSync(file, `[${texts.join(',')}]`);
  const program = startShell(`${command(temporary)} --port 0 --orders '${file}' --key ${apiKey}`, {
    HOME: homedir(),
  });
  const [ready] = await program.said(/listening on (\S+)/g);
  return ready?.[1] ?? '';
}

export type Sent = {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
};

const bearer = `Bearer ${apiKey}`;
const listed = fc.constantFrom(...orders).map(({ id }) => `/${id}`);
export const cancel = fc.record({
  method: fc.constant('DELETE'),
  path: fc
    .oneof(
      { weight: 6, arbitrary: listed },
      { weight: 1, arbitrary: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((id) => `/${id}`) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('/abc', '/1.0', '/9223372036854775808', '/-9223372036854775809', '/1e3'),
      },
    )
    .map((id) => `/store/orders${id}`),
  authorization: fc.constantFrom(bearer, bearer, bearer, bearer.toLowerCase(), 'Bearer other', undefined),
});
export const list = fc.record({
  method: fc.constant('GET'),
  path: fc.constantFrom('/store/orders', '/store/orders', '/store/orders?limit=1'),
  authorization: fc.constantFrom(bearer, bearer, bearer, `bearer ${apiKey}`, `Basic ${apiKey}`, undefined),
});
const other = fc.record({
  method: fc.constantFrom('HEAD', 'OPTIONS', 'POST', 'PUT'),
  path: fc.constant('/store/orders'),
  authorization: fc.constant(bearer),
});
const unknown = fc.record({
  method: fc.constant('GET'),
  path: fc.constantFrom('/store', '/store/orders/', '/orders'),
  authorization: fc.constantFrom(bearer, undefined),
});
/** A request of a random history. */
export const request = fc.oneof(
  { weight: 8, arbitrary: cancel },
  { weight: 4, arbitrary: list },
  { weight: 1, arbitrary: other },
  { weight: 1, arbitrary: unknown },
);

/** Sends a request, and returns what the specification or a gap decides of its response. */
export async function outcome(url: string, { method, path, authorization }: Sent) {
  const headers = { ...(authorization !== undefined && { Authorization: authorization }) };
  const response = await fetch(url + path, { method, headers });
  const text = await response.text();
  const { status } = response;
  const type = text === '' ? undefined : response.headers.get('content-type');
  if (status !== 200 || text === '') return { status, type };
  // Every digit of an id, and no order of fields.
  const body = JSON.parse(text.replace(/("\w+": ?)(-?\d+)/g, '$1"$2"'));
  return { status, type, body };
}

/** Those whose language is on this machine. */
export const independentServers = all.filter(({ tools }) => runs(tools));
