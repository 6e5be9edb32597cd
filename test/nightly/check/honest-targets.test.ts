import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { expect, test } from 'vitest';
import type { CheckOptions } from '../../../src/check/check-options.ts';
import { ruleOf } from '../../../src/contract/rules/rules.ts';
import {
  honestStore,
  key,
  laggingStore,
  lateStore,
  race,
  type Store,
  serveStores,
} from '../../check/races/race-shop.ts';
import { placed } from '../../support/an-environment.ts';
import { openHaproxy } from '../../support/haproxy.ts';
import { newFolder } from '../../support/new-folder.ts';
import { openTestSimulator, testKey } from '../../support/open-test-simulator.ts';
import { startShell } from '../../support/run-program.ts';
import { drawnSeeds } from '../../support/seed-properties.ts';
import { serveHere } from '../../support/serve-here.ts';

/** Where a target is, and what a check of it needs. */
type Target = { readonly origin: string; readonly options?: Partial<CheckOptions> };
type Open = (stack: AsyncDisposableStack) => Promise<Target>;

const ofStore =
  (open: () => Store): Open =>
  async (stack) => ({ origin: stack.use(await serveHere(serveStores([open()]))).origin });

const ofSimulator =
  (profile: 'least-promise' | 'typical' | 'vary'): Open =>
  async (stack) => {
    const orders = [1n, 2n, 3n].map((id) => placed(id));
    // The ids of orders without a handle may be left out.
    const handles = new Map([1n, 2n, 3n].map((id) => [`order-${id}`, id]));
    const seed = `${drawnSeeds(1)[0]}`;
    const { serviceOrigin } = stack.use(await openTestSimulator({ orders, handles, profile, seed }));
    return { origin: serviceOrigin, options: { apiKey: testKey } };
  };

/** A server with a transaction for each cancel. Several of them share the file. */
function openNode(file: string): { readonly app: express.Express; readonly close: () => void } {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000');
  const app = express();
  app.use((request, response, next) => {
    if (request.headers.authorization === `Bearer ${key}`) return next();
    response
      .status(401)
      .set('WWW-Authenticate', 'Bearer')
      .json({ code: 'unauthorized', message: 'No key', status: 401 });
  });
  app.get('/v1/store/orders', (_request, response) => {
    response.json(database.prepare('SELECT id FROM orders').all());
  });
  app.delete('/v1/store/orders/:id', (request, response) => {
    const id = /^-?\d+$/.test(request.params.id) ? BigInt(request.params.id) : undefined;
    database.exec('BEGIN IMMEDIATE');
    const order =
      id === undefined ? undefined : database.prepare('SELECT status FROM orders WHERE id = ?').get(id);
    const isPending = order?.status === 'pending';
    if (isPending) database.prepare("UPDATE orders SET status = 'cancelled' WHERE id = ?").run(id ?? 0n);
    database.exec('COMMIT');
    const status = order === undefined ? 404 : isPending ? 204 : 409;
    if (status === 204) response.status(204).end();
    else response.status(status).json({ code: 'refused', message: 'Not cancelled', status });
  });
  return { app, close: () => database.close() };
}

async function openNodes(stack: AsyncDisposableStack, amount: number): Promise<readonly string[]> {
  const folder = newFolder();
  const file = join(folder, 'orders.db');
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, status TEXT NOT NULL)');
  database.exec("INSERT INTO orders VALUES (1, 'pending'), (2, 'pending'), (3, 'pending')");
  database.close();
  const origins: string[] = [];
  for (let node = 0; node < amount; node += 1) {
    const { app, close } = openNode(file);
    stack.defer(close);
    origins.push(stack.use(await serveHere(createServer(app))).origin);
  }
  return origins;
}

const targets: readonly (readonly [name: string, open: Open])[] = [
  ['the simulator in profile least-promise', ofSimulator('least-promise')],
  ['the simulator in profile typical', ofSimulator('typical')],
  ['the simulator in profile vary', ofSimulator('vary')],
  ['a service that keeps cancelled orders', ofStore(() => honestStore(false))],
  ['a service that removes cancelled orders', ofStore(() => honestStore(true))],
  ['a slow service that keeps them', ofStore(() => honestStore(false, 30))],
  ['a slow service that removes them', ofStore(() => honestStore(true, 30))],
  ['a service whose lists are two lists old', ofStore(() => laggingStore(true, 2))],
  ['a service whose lists are late', ofStore(() => lateStore(true, 50))],
  [
    'a service with a transaction in SQLite',
    async (stack) => ({ origin: (await openNodes(stack, 1))[0] ?? '' }),
  ],
];

/** Its first orders have the ids -30, -23, -16, … */
const independent: Open = async () => {
  const server = fileURLToPath(new URL('independent-server.py', import.meta.url));
  const [ready] = await startShell(`exec python3 '${server}'`).said(/listening on (\S+)/g);
  const options = { apiKey: 'key-of-the-servers', raceIds: [-23n, -16n], pendingIds: [-2n] };
  return { origin: ready?.[1] ?? '', options };
};

const behindHaproxy: Open = async (stack) => ({
  origin: await openHaproxy(stack, await openNodes(stack, 2)),
});

const checks = 50;

async function judge(open: Open): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const { origin, options } = await open(stack);
  const report = await race(origin, { pendingIds: [3n], ...options });
  // Some profiles have fields beyond those of the specification, which is a notice.
  expect(report.findings.filter(({ rule }) => ruleOf(rule).severity === 'violation')).toEqual([]);
  expect(report.incomplete).toBeUndefined();
  for (const rule of ['R35', 'R37'])
    expect(report.rules.find((one) => one.rule === rule)).toMatchObject({ kind: 'passed' });
}

test.each([
  ...targets,
  ['an independent server', independent] as const,
  ['two nodes with one store behind HAProxy', behindHaproxy] as const,
])(`${checks} checks at level race find nothing in %s`, async (_, open) => {
  for (let check = 0; check < checks; check++) await judge(open);
});
