import { mkdtempSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkContract } from '../../../src/check/index.ts';
import { type GapKey, startSimulator } from '../../../src/index.ts';
import { startShell } from '../../helpers/run-program.ts';
import { runs } from './project.ts';

/**
 * Two servers that were written from the specification alone, without a look at this project. README.md beside them lists what
 * each decided where the specification is silent: every difference from the simulator must be the choice of a gap.
 */
const folder = fileURLToPath(new URL('../../independent/', import.meta.url));
const apiKey = 'key-of-the-servers';

type Independent = {
  readonly name: string;
  readonly tools: readonly string[];
  readonly command: (temporary: string) => string;
  readonly gaps: Readonly<Partial<Record<GapKey, string>>>;
};

const servers: readonly Independent[] = [
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
const orders = Array.from({ length: count }, (_, at) => ({
  id: at % 4 === 3 ? 9_223_372_036_854_775_807n - BigInt(at) : BigInt(at * 7 - 30),
  shipped: at % 5 === 0,
}));
const fields = '"petId": 7, "quantity": 2, "shipDate": "2026-01-20T10:00:00Z", "complete": false';

/** Starts a server on a free port, and returns its base address. */
async function start({ command }: Independent): Promise<string> {
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

type Sent = { readonly method: string; readonly path: string; readonly authorization: string | undefined };

const bearer = `Bearer ${apiKey}`;
const listed = fc.constantFrom(...orders).map(({ id }) => `/${id}`);
const cancel = fc.record({
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
const list = fc.record({
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
const request = fc.oneof(
  { weight: 8, arbitrary: cancel },
  { weight: 4, arbitrary: list },
  { weight: 1, arbitrary: other },
  { weight: 1, arbitrary: unknown },
);

/** Sends a request, and returns what the specification or a gap decides of its response. */
async function outcome(url: string, { method, path, authorization }: Sent) {
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

test.for(servers.filter(({ tools }) => runs(tools)))(
  'a check finds nothing wrong in the server in $name, and what it chose',
  async (server) => {
    const url = await start(server);
    const [shipped, pending] = [orders.filter((one) => one.shipped), orders.filter((one) => !one.shipped)];
    const ids = pending.map(({ id }) => id);
    const report = await checkContract({
      url,
      apiKey,
      level: 'race',
      shippedIds: shipped.slice(0, 2).map(({ id }) => id),
      pendingIds: ids.slice(0, 3),
      raceIds: ids.slice(3, 5),
    });
    expect(report.findings).toEqual([]);
    expect([report.exitCode, report.incomplete]).toEqual([0, undefined]);
    const chosen = report.gaps.filter(({ gap }) => gap in server.gaps);
    expect(chosen.length).toBeGreaterThan(2);
    for (const { gap, observed } of chosen)
      expect([gap, observed]).toEqual([gap, server.gaps[gap as GapKey]]);
  },
);

test.for(servers.filter(({ tools }) => runs(tools)))(
  'the simulator with the choices of the server in $name responds to random histories as it does',
  async (server) => {
    for (let round = 0; round < 3; round += 1) {
      const seed = Math.floor(Math.random() * 2 ** 31);
      const url = await start(server);
      const simulator = await startSimulator({
        port: 0,
        controlPort: 0,
        apiKey: [apiKey],
        gaps: server.gaps,
        scenario: {
          orders: orders.map(({ id, shipped }) => ({
            id,
            petId: 7n,
            quantity: 2n,
            shipDate: '2026-01-20T10:00:00Z',
            complete: false,
            status: shipped ? 'shipped' : 'pending',
          })),
        },
      });
      for (const sent of fc.sample(request, { numRuns: 400, seed })) {
        const [theirs, ours] = [await outcome(url, sent), await outcome(simulator.baseUrl, sent)];
        expect({ seed, sent, ...ours }).toEqual({ seed, sent, ...theirs });
      }
      await simulator.stop();
    }
  },
);
