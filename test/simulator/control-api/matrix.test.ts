import { expect, test } from 'vitest';
import { placed } from '../../support/an-environment.ts';
import {
  controlToken,
  openTestSimulator,
  type TestSimulator,
  testKey,
} from '../../support/open-test-simulator.ts';

const orders = [placed(1n), placed(2n, 'cancelled')];

async function send(simulator: TestSimulator, line: string, body?: unknown, accept = 'application/json') {
  const [method = '', path = ''] = line.split(' ');
  const headers = {
    Authorization: `Bearer ${controlToken}`,
    Accept: accept,
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await fetch(`${simulator.controlUrl}/matrix/${path}`, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type') === 'application/json';
  return { status: response.status, text, json: isJson ? JSON.parse(text) : undefined };
}

const listOf = async ({ baseUrl }: { readonly baseUrl: string }): Promise<string> =>
  (await fetch(`${baseUrl}/store/orders`, { headers: { Authorization: `Bearer ${testKey}` } })).text();

/** Executes a matrix as a loop of a client does. Returns its cells in order. */
async function loop(simulator: TestSimulator, passes: () => Promise<boolean>): Promise<readonly string[]> {
  const cells: string[] = [];
  for (;;) {
    const { status, json } = await send(simulator, 'GET next');
    if (status === 204) return cells;
    cells.push(json.cell);
    const outcome = (await passes()) ? 'passed' : 'failed';
    expect((await send(simulator, 'POST result', { run: json.run, outcome })).status).toBe(200);
  }
}

test('finds what the tests of a client depend on, in a loop of the client', async () => {
  await using simulator = await openTestSimulator({
    ofOneProcess: 'a matrix over the control API belongs to a process',
    orders,
  });
  const plan = await send(simulator, 'POST plan', { faults: false, command: ['npm', 'test'] });
  expect(plan).toMatchObject({ status: 201, json: { ended: 0, failing: 0 } });
  expect(plan.json).not.toHaveProperty('estimate');
  const cells = await loop(simulator, async () => (await listOf(simulator)).includes('"id":2'));
  expect(cells.slice(0, 3)).toEqual(['baseline', 'baseline', 'baseline']);
  const { json } = await send(simulator, 'GET report');
  expect(json.command).toEqual(['npm', 'test']);
  expect(json.exitCode).toBe(1);
  expect(json.dependences.map(({ cell }: { cell: unknown }) => cell)).toHaveLength(1);
  const markdown = await send(simulator, 'GET report', undefined, 'text/markdown');
  expect(markdown.text).toMatch(/cancelled-in-list=remove/);
  // As before the matrix.
  expect(await listOf(simulator)).toContain('"id":2');
});

test('imposes a run on every environment, and again until its result is sent', async () => {
  await using simulator = await openTestSimulator({
    ofOneProcess: 'a matrix over the control API belongs to a process',
    orders,
    stagingOrders: orders,
  });
  await send(simulator, 'POST plan', { only: 'cancelled-in-list=remove' });
  for (let run = 1; run <= 3; run++) {
    await send(simulator, 'GET next');
    await listOf(simulator);
    const { json } = await send(simulator, 'POST result', { run, outcome: 'passed' });
    expect(json).toMatchObject({ ended: run, ...(run === 3 && { estimate: { ifAllPass: 4 } }) });
  }
  const first = await send(simulator, 'GET next');
  expect(first.json).toEqual({
    run: 4,
    cell: 'cancelled-in-list=remove',
    gaps: { 'cancelled-in-list': 'remove' },
    faults: [],
  });
  expect(await listOf(simulator)).not.toContain('"id":2');
  expect((await send(simulator, 'GET next')).json).toEqual(first.json);
});

test('refuses a call at the wrong time with 409, and names the right one', async () => {
  await using simulator = await openTestSimulator({
    ofOneProcess: 'a matrix over the control API belongs to a process',
    orders,
  });
  const refused = async (line: string, body: unknown, message: RegExp) => {
    const { status, json } = await send(simulator, line, body);
    expect(json).toMatchObject({ code: 'matrix_out_of_order', message: expect.stringMatching(message) });
    expect(status).toBe(409);
  };
  await refused('GET next', undefined, /POST \/matrix\/plan begins one/);
  await refused('GET report', undefined, /POST \/matrix\/plan begins one/);
  await refused('POST result', { run: 1, outcome: 'passed' }, /GET \/matrix\/next begins one/);
  await send(simulator, 'POST plan', {});
  await refused('POST plan', {}, /GET \/matrix\/next continues it, "restart": true replaces it/);
  await refused('POST result', { run: 1, outcome: 'passed' }, /GET \/matrix\/next begins one/);
  await send(simulator, 'GET next');
  await refused('POST result', { run: 2, outcome: 'passed' }, /Run 1 is in progress, not run 2/);
  await refused('GET report', undefined, /has not ended/);
  expect((await send(simulator, 'POST plan', { restart: true })).status).toBe(201);
});

test('refuses a cell that does not exist', async () => {
  await using simulator = await openTestSimulator({ orders });
  const { status, json } = await send(simulator, 'POST plan', { only: 'cancelled-in-lists=remove' });
  expect(status).toBe(400);
  expect(json.message).toMatch(/there is no gap "cancelled-in-lists"; did you mean "cancelled-in-list"/);
});

test('a baseline that fails ends the matrix', async () => {
  await using simulator = await openTestSimulator({
    ofOneProcess: 'a matrix over the control API belongs to a process',
    orders,
  });
  await send(simulator, 'POST plan', {});
  expect(await loop(simulator, async () => false)).toEqual(['baseline', 'baseline', 'baseline']);
  expect((await send(simulator, 'GET report')).json.exitCode).toBe(3);
});
