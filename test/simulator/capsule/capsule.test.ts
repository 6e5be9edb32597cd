import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeCapsule } from '../../../src/simulator/capsule/take-capsule.ts';
import { readCapsule } from '../../../src/simulator/read-capsule.ts';
import { verifyCapsule } from '../../../src/simulator/verify-capsule.ts';
import { placed } from '../../support/an-environment.ts';
import { newFolder } from '../../support/new-folder.ts';
import type { TestSimulatorOptions } from '../../support/open-test-simulator.ts';
import { testKey } from '../../support/open-test-simulator.ts';
import { request, sendRaw } from '../../support/raw-http.ts';
import { call, list, openControl } from '../control-api/open-control.ts';

const production = (baseUrl: string) => ({ baseUrl, apiKey: testKey });

/** Opens a simulator with three orders, and returns its capsule after some requests. */
async function capsuleOf(
  send: (opened: Awaited<ReturnType<typeof openControl>>) => Promise<unknown>,
  options: TestSimulatorOptions = {},
): Promise<string> {
  const orders = [placed(1n), placed(2n, 'shipped'), placed(3n)];
  await using opened = await openControl({ orders, ...options });
  await send(opened);
  return await opened.control.environment('production').capsule();
}

async function fileOf(text: string): Promise<string> {
  const file = join(newFolder(), 'capsule.json');
  await writeFile(file, text);
  return file;
}

const verify = async (text: string) => verifyCapsule(await readCapsule(await fileOf(text), 100_000), 100_000);

const cancels = async ({ simulator: { baseUrl } }: Awaited<ReturnType<typeof openControl>>) => {
  await list(production(baseUrl));
  for (const id of ['1', '1', '2']) await call(production(baseUrl), 'DELETE', `/store/orders/${id}`);
};

test('a capsule that was changed differs, and each difference names the request and what it got', async () => {
  const text = await capsuleOf(cancels);
  expect(await verify(text)).toEqual({ same: 4, differs: [], unsure: [] });
  const changed = text
    .replace('"cancel-again":"conflict"', '"cancel-again":"not-found"')
    .replace('{\\"id\\":1}', '{\\"id\\":9}');
  expect(changed).not.toBe(text);
  const { same, differs } = await verify(changed);
  expect(same).toBe(2);
  expect(differs).toEqual([
    expect.stringMatching(/^request 1, GET \/v1\/store\/orders: body .*"id\\":1\}.* instead of .*"id\\":9\}/),
    'request 3, DELETE /v1/store/orders/1: status 404 instead of 409',
  ]);
});

test('a capsule of a temporary environment is served under its name, with the keys that it had', async () => {
  await using opened = await openControl();
  const environment = await opened.control.createEnvironment({
    scenario: 'pending',
    seed: 7,
    profile: 'vary',
  });
  await list(environment);
  const { key, id } = await environment.keys.add();
  await list({ ...environment, baseUrl: environment.baseUrl, apiKey: key });
  await environment.keys.revoke(id);
  await list({ ...environment, baseUrl: environment.baseUrl, apiKey: key });
  await call(environment, 'DELETE', `/store/orders/${environment.handle('pending')}`);
  const text = await environment.capsule();
  expect(text).not.toContain(key);
  expect(text).not.toContain(environment.apiKey);
  expect(await verify(text)).toEqual({ same: 4, differs: [], unsure: [] });
});

test('a capsule says which requests its journal dropped, and a difference after them shows nothing', async () => {
  const text = await capsuleOf(cancels, { journalSize: 2 });
  expect(JSON.parse(text).missing).toEqual({ requests: 2, changes: 0, later: 0 });
  const { same, differs, unsure } = await verify(text);
  expect({ same, differs }).toEqual({ same: 1, differs: [] });
  expect(unsure).toEqual([
    'request 3, DELETE /v1/store/orders/1: status 204 instead of 409, which shows nothing, because the requests 1 to 2 are missing',
    '2 requests are missing: the journal had dropped them',
  ]);
});

test('a capsule says which changes are missing when there were more than the journal keeps', async () => {
  const text = await capsuleOf(async ({ control, simulator: { baseUrl, environments } }) => {
    const { journal } = environments.production.state;
    const change = { method: 'PATCH', target: 'clock', body: '{"frozen":false}' };
    await control.environment('production').orders.put(11n, {});
    for (let one = 0; one < 1_000; one++) journal.change({ ...change, at: 0 });
    await list(production(baseUrl));
  });
  expect(JSON.parse(text).missing).toEqual({ requests: 0, changes: 1, later: 0 });
  const { differs, unsure } = await verify(text);
  expect(differs).toEqual([]);
  expect(unsure).toEqual([
    expect.stringMatching(/^request 1, .* which shows nothing, because the first changes are missing$/),
    '1 changes are missing: the journal had dropped them',
  ]);
});

test('what happened during a request makes later differences unsure', async () => {
  const text = await capsuleOf(async ({ control, simulator: { baseUrl } }) => {
    const environment = control.environment('production');
    const gate = await environment.gates.open({ orderId: 1n });
    const cancelled = call(production(baseUrl), 'DELETE', '/store/orders/1');
    await environment.gates.wait(gate.id);
    await environment.orders.ship(1n);
    await environment.gates.close(gate.id);
    expect((await cancelled).status).toBe(409);
  });
  const { differs, unsure } = await verify(text);
  expect(differs).toEqual([]);
  expect(unsure).toEqual([
    'request 1, DELETE /v1/store/orders/1: status 204 instead of 409, which shows nothing, because something else happened while it was in progress',
    expect.stringMatching(
      /^change POST orders\/1\/ship: refused with .*, which shows nothing, because something else/s,
    ),
  ]);
});

test('bodies that the journal cut, many headers, chunks and HTTP/1.0 are sent again', async () => {
  const key = `Authorization: Bearer ${testKey}`;
  const text = await capsuleOf(async ({ simulator: { serviceOrigin } }) => {
    await request(
      serviceOrigin,
      'DELETE',
      '/v1/store/orders/1',
      [key, 'Content-Length: 20000'],
      'x'.repeat(20_000),
    );
    await request(
      serviceOrigin,
      'DELETE',
      '/v1/store/orders/1',
      [key, 'Transfer-Encoding: chunked'],
      '3\r\nabc\r\n0\r\n\r\n',
    );
    await sendRaw(serviceOrigin, `GET /v1/store/orders HTTP/1.0\r\n${key}\r\n\r\n`);
    await request(serviceOrigin, 'GET', '/v1/store/orders', [key, `X-Long: ${'y'.repeat(6_000)}`]);
    await request(serviceOrigin, 'GET', '/v1/store/orders?', [key]);
  });
  expect(await verify(text)).toEqual({ same: 5, differs: [], unsure: [] });
});

test('a capsule keeps its first requests where all of them are too large, and counts the others', async () => {
  await using opened = await openControl({ orders: [placed(1n), placed(2n)] });
  const { baseUrl, environments } = opened.simulator;
  for (let at = 0; at < 50; at++) await list(production(baseUrl));
  const most = 12_000;
  const text = (await takeCapsule('production', environments.production.state, most)) ?? '';
  expect(text.length).toBeLessThanOrEqual(most);
  expect(text.length).toBeGreaterThan(most - 1_500);
  const { steps, missing } = JSON.parse(text);
  expect(missing).toEqual({ requests: 0, changes: 0, later: 50 - steps.length });
  const { same, differs, unsure } = await verify(text);
  expect({ same, differs }).toEqual({ same: steps.length, differs: [] });
  expect(unsure).toEqual([`${missing.later} later requests and changes are missing: they did not fit`]);
});

test('no capsule is made where the orders alone are too large', async () => {
  await using opened = await openControl({ orders: [placed(1n), placed(2n)] });
  expect(
    await takeCapsule('production', opened.simulator.environments.production.state, 500),
  ).toBeUndefined();
});

test('a file that is no capsule, and one of another format, are refused in one line', async () => {
  const refusal = async (text: string) => {
    const file = await fileOf(text);
    const error = await readCapsule(file, 10).catch((thrown: Error) => thrown);
    return (error as Error).message.replaceAll(file, 'FILE');
  };
  expect(await refusal('{"log":{}}')).toBe(
    'FILE is not a capsule; expected what GET /environments/{environment}/capsule responds with',
  );
  expect(await refusal('{"capsule":2,"version":"9.1.0"}')).toBe(
    'FILE is a capsule of format 2; expected format 1; use store-orders-sim 9.1.0, which wrote it',
  );
  const text = await capsuleOf(cancels);
  expect(await refusal(text.replace('"end":"answered"', '"end":"sung"'))).toMatch(/^FILE:\d+:\d+ steps\[0\]/);
  expect(await refusal('[]')).not.toContain('\n');
});
