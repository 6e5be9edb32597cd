import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { placed } from '../../support/an-environment.ts';
import {
  openTestSimulator,
  type TestSimulator,
  type TestSimulatorOptions,
  testKey,
} from '../../support/open-test-simulator.ts';
import { header, type RawResponse, request } from '../../support/raw-http.ts';

const list = '/v1/store/orders';
const key = `Authorization: Bearer ${testKey}`;

async function open(options: TestSimulatorOptions): Promise<TestSimulator> {
  const simulator = await openTestSimulator({
    orders: [placed(1n), placed(2n, 'shipped'), placed(3n, 'pending', { shipDate: 'später' })],
    ...options,
  });
  onTestFinished(() => simulator.stop(0));
  return simulator;
}

const send = ({ serviceOrigin }: TestSimulator, line: string, ...headers: string[]): Promise<RawResponse> => {
  const [method = '', target = ''] = line.split(' ');
  return request(serviceOrigin, method, target, [key, ...headers]);
};

const firstExchange = ({ environments }: TestSimulator) => environments.production.state.journal.get(1);

test('Sim-Gaps names each gap that a response relied on, once, on the wire and in the journal', async () => {
  const simulator = await open({ gapsHeader: true });
  const named = header(await send(simulator, `GET ${list}`), 'Sim-Gaps') ?? '';
  const gaps = named.split(', ').map((gap) => gap.split('='));
  expect(Object.fromEntries(gaps)).toEqual((await firstExchange(simulator))?.gaps);
  expect(gaps).toHaveLength(new Set(gaps.map(([key]) => key)).size);
  expect((await firstExchange(simulator))?.answer?.headers).toEqual([
    { name: 'Content-Type', value: 'application/json' },
    { name: 'Sim-Gaps', value: named },
  ]);
  expect(header(await send(simulator, `DELETE ${list}/x`), 'Sim-Gaps')).toMatch(
    /^malformed-order-id=not-found, /,
  );
  expect((await send(simulator, `DELETE ${list}/1`)).head).not.toContain('Sim-Gaps');
});

test('cors=on lets a page send the headers that it asks for and read all of a response, also of one before the app', async () => {
  const simulator = await open({ gaps: { cors: 'on' } });
  const origin = 'Origin: http://a.example';
  const asked = 'authorization, traceparent, x-request-id';
  const preflight = await send(
    simulator,
    `OPTIONS ${list}`,
    ...[origin, 'Access-Control-Request-Method: GET', `Access-Control-Request-Headers: ${asked}`],
  );
  expect(header(preflight, 'Access-Control-Allow-Headers')).toBe(asked);
  const tooLarge = await send(simulator, `GET ${list}`, origin, `X-Large: ${'x'.repeat(20_000)}`);
  const unmet = await send(simulator, `GET ${list}`, origin, 'Expect: a miracle');
  const refused = await send(simulator, `GET ${list}`, origin, 'Authorization: Bearer wrong');
  for (const response of [preflight, await send(simulator, `GET ${list}`, origin), tooLarge, unmet, refused])
    expect([
      header(response, 'Access-Control-Allow-Origin'),
      header(response, 'Access-Control-Expose-Headers'),
    ]).toEqual(['*', '*']);
  expect([tooLarge.status, unmet.status, refused.status]).toEqual([431, 417, 401]);
});

test('a list without a query is not refused for its query', async () => {
  const simulator = await open({ gaps: { 'list-query': 'bad-request' } });
  expect((await send(simulator, `GET ${list}`)).status).toBe(200);
  expect((await send(simulator, `GET ${list}?`)).status).toBe(400);
});

test('If-None-Match is compared weakly, whole, and with any tag for *', async () => {
  const simulator = await open({ gaps: { etag: 'on' } });
  const first = await send(simulator, `GET ${list}`);
  const etag = header(first, 'ETag') ?? '';
  expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"[\w-]{27}"$/)]);
  const statusFor = async (tags: string) =>
    (await send(simulator, `GET ${list}`, `If-None-Match: ${tags}`)).status;
  for (const tags of [etag, `W/${etag}`, `"x" ,\t${etag}`, '*', '* '])
    expect(await statusFor(tags)).toBe(304);
  for (const tags of [etag.slice(1, -1), `"W/${etag.slice(1)}`, `xW/${etag}`, '"*"'])
    expect(await statusFor(tags)).toBe(200);
});

test('a list is compressed only for a client that accepts gzip', async () => {
  const simulator = await open({ gaps: { 'list-compression': 'on' } });
  const codingFor = async (...headers: string[]) =>
    header(await send(simulator, `GET ${list}`, ...headers), 'Content-Encoding');
  expect(await codingFor('Accept-Encoding: gzip')).toBe('gzip');
  expect(await codingFor()).toBeUndefined();
  for (const accepted of ['br', 'gzip;q=0', 'identity'])
    expect(await codingFor(`Accept-Encoding: ${accepted}`)).toBeUndefined();
  const kept = (await firstExchange(simulator))?.answer?.body;
  expect(`${gunzipSync(Buffer.from(kept?.base64 ?? '', 'base64'))}`).toMatch(/^\[\{"id":1\},/);
});

test('a compressed list has an ETag of its own, and 304 the Vary of 200', async () => {
  const simulator = await open({ gaps: { etag: 'on', 'list-compression': 'on' } });
  const get = (...headers: string[]) => send(simulator, `GET ${list}`, ...headers);
  const zipped = 'Accept-Encoding: gzip';
  const [plainTag, zippedTag] = [header(await get(), 'ETag'), header(await get(zipped), 'ETag')];
  expect(zippedTag).not.toBe(plainTag);
  const unmodified = await get(zipped, `If-None-Match: ${zippedTag}`);
  expect([unmodified.status, header(unmodified, 'ETag'), header(unmodified, 'Vary')]).toEqual([
    ...[304, zippedTag, 'Accept-Encoding'],
  ]);
  const other = await get(zipped, `If-None-Match: ${plainTag}`);
  expect([other.status, header(other, 'Content-Encoding')]).toEqual([200, 'gzip']);
});
