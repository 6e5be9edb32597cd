import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkContract } from '../../../src/check/index.ts';
import { checkHar } from '../../../src/traffic/har/check-har.ts';
import { UserError } from '../../../src/user-error.ts';
import { serverKey, startTinyServer, writeWire } from '../../check/mutants/honest-server.ts';
import { contentOf, controlDocument, judge } from '../../simulator/control-api/described-control.ts';
import { rawCases, whole } from '../../simulator/service/raw-cases.ts';
import { placed } from '../../support/an-environment.ts';
import { mutatedText } from '../../support/hostile-text.ts';
import { newFolder } from '../../support/new-folder.ts';
import { controlToken, openTestSimulator } from '../../support/open-test-simulator.ts';
import { dial } from '../../support/raw-http.ts';
import { cancel, entry, har } from '../../traffic/har/recording.ts';

/** 0 for a connection that was closed without a response. */
const documented = [0, 100, 200, 204, 400, 401, 404, 405, 408, 409, 413, 417, 431, 501];

test('10,000 mutated requests get documented responses', async () => {
  const faults: unknown[] = [];
  const orders = [placed(1n), placed(2n, 'shipped')];
  await using simulator = await openTestSimulator({ orders, onError: (fault) => faults.push(fault) });
  const message = whole
    .replace('GET /v1/store/orders', 'POST /quickstart/messages')
    .replace('\r\n\r\n', '\r\nContent-Length: 16\r\n\r\n{"message":"hi"}');
  const short = rawCases.map(([, bytes]) => bytes).filter(({ length }) => length < 2_000);
  const seen = new Set<number>();
  const property = fc.asyncProperty(mutatedText([whole, whole, whole, message, ...short]), async (text) => {
    const { socket, closed } = dial(simulator.serviceOrigin, Buffer.from(text, 'latin1'));
    socket.end();
    for (const one of (await closed).text.split(/(?=HTTP\/1\.1 \d{3} )/)) {
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(one)?.[1] ?? 0);
      expect(documented).toContain(status);
      const body = one.slice(one.indexOf('\r\n\r\n') + 4);
      if (status >= 400 && body !== '') expect(JSON.parse(body).status).toBe(status);
      seen.add(status);
    }
  });
  await fc.assert(property, { numRuns: 10_000 });
  expect(faults).toEqual([]);
  // A fuzzer that is always refused would prove nothing.
  expect([...seen]).toEqual(expect.arrayContaining([200, 400, 401, 404]));
});

/** Each operation of the control API with a body, and its examples. */
const bodies = Object.entries(controlDocument.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, { requestBody }]) =>
    Object.entries(contentOf(requestBody)).map(([type, { schema, ...media }]) => {
      const { example = schema.examples?.[0] ?? {} } = media as { readonly example?: unknown };
      const text = typeof example === 'string' ? example : JSON.stringify(example);
      const filled = path.replace('{environment}', 'production').replace(/\{\w+\}/g, '7');
      return { path: filled, method: method.toUpperCase(), type, text };
    }),
  ),
);

test('3,000 mutated bodies get documented responses of the control API', async () => {
  const faults: unknown[] = [];
  await using simulator = await openTestSimulator({
    orders: [placed(1n)],
    onError: (fault) => faults.push(fault),
  });
  const seen = new Set<number>();
  const call = fc.constantFrom(...bodies).chain((one) => fc.tuple(fc.constant(one), mutatedText([one.text])));
  const property = fc.asyncProperty(call, async ([{ path, method, type }, body]) => {
    const headers = { Authorization: `Bearer ${controlToken}`, 'Content-Type': type };
    const response = await fetch(simulator.controlUrl + path, { method, headers, body });
    judge(method, path, response, await response.text());
    expect(response.status).toBeLessThan(500);
    seen.add(response.status);
  });
  await fc.assert(property, { numRuns: 3_000 });
  expect(faults).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect([...seen]).toEqual(expect.arrayContaining([200, 400, 404]));
});

const error = '{"code":"unauthorized","message":"The API key is missing or invalid.","status":401}';
const order = '{"id":9007199254740993,"petId":7,"shipDate":"2026-01-20T10:00:00Z","complete":false}';
const recordings = [
  har(entry({ body: `[${order}]` }), cancel(204), cancel(409), cancel(404, { body: error })),
  har(entry({ key: null, status: 401, body: error })),
];

test('3,000 mutated recordings are judged or rejected', async () => {
  const file = join(newFolder(), 'mutated.har');
  const property = fc.asyncProperty(mutatedText(recordings), async (text) => {
    await writeFile(file, text);
    const exitCode = await checkHar(file).then(
      (report) => report.exitCode,
      (error: unknown) => (error instanceof UserError ? 0 : error),
    );
    expect([0, 1, 3]).toContain(exitCode);
  });
  await fc.assert(property, { numRuns: 3_000 });
});

test('50 targets with mutated responses are checked to the end, and the key is in no report', async () => {
  const property = fc.asyncProperty(fc.infiniteStream(fc.tuple(fc.nat(2), fc.nat())), async (draws) => {
    await using server = await startTinyServer({
      wire: (wire) => {
        const [isWhole = 0, seed = 0] = draws.next().value ?? [];
        const text = writeWire(wire).toString('latin1');
        const [mutated = text] = isWhole > 0 ? [] : fc.sample(mutatedText([text]), { numRuns: 1, seed });
        return { ...wire, raw: Buffer.from(mutated, 'latin1') };
      },
    });
    const named = { pendingIds: [101n], shippedIds: [201n] };
    const report = await checkContract({ url: server.url, apiKey: serverKey, level: 'cancel', ...named });
    expect([0, 1, 3]).toContain(report.exitCode);
    expect(JSON.stringify(report.findings)).not.toContain(serverKey);
  });
  await fc.assert(property, { numRuns: 50 });
});
