import { expect, onTestFinished, test } from 'vitest';
import { placed } from '../../support/an-environment.ts';
import {
  ask,
  openTestSimulator,
  type TestSimulator,
  type TestSimulatorOptions,
} from '../../support/open-test-simulator.ts';
import { header } from '../../support/raw-http.ts';

const list = '/v1/store/orders';

async function open(options: TestSimulatorOptions): Promise<TestSimulator> {
  const simulator = await openTestSimulator({
    orders: [placed(1n), placed(2n, 'shipped'), placed(3n, 'pending', { shipDate: 'später' })],
    ...options,
  });
  onTestFinished(() => simulator.stop(0));
  return simulator;
}

const firstExchange = ({ environments }: TestSimulator) => environments.production.state.journal.get(1);

test('Sim-Gaps names each gap that a response relied on, once, on the wire and in the journal', async () => {
  const simulator = await open({ gapsHeader: true });
  const named = header(await ask(simulator, `GET ${list}`), 'Sim-Gaps') ?? '';
  const gaps = named.split(', ').map((gap) => gap.split('='));
  expect(Object.fromEntries(gaps)).toEqual((await firstExchange(simulator))?.gaps);
  expect(gaps).toHaveLength(new Set(gaps.map(([key]) => key)).size);
  expect((await firstExchange(simulator))?.answer?.headers).toEqual([
    { name: 'Content-Type', value: 'application/json' },
    { name: 'Sim-Gaps', value: named },
  ]);
  expect(header(await ask(simulator, `DELETE ${list}/x`), 'Sim-Gaps')).toMatch(
    /^malformed-order-id=not-found, /,
  );
  expect((await ask(simulator, `DELETE ${list}/1`)).head).not.toContain('Sim-Gaps');
});

test('cors=on lets a page send the headers that it asks for and read all of a response, also of one before the app', async () => {
  const simulator = await open({ gaps: { cors: 'on' } });
  const origin = 'Origin: http://a.example';
  const asked = 'authorization, traceparent, x-request-id';
  const preflight = await ask(simulator, `OPTIONS ${list}`, [
    ...[origin, 'Access-Control-Request-Method: GET', `Access-Control-Request-Headers: ${asked}`],
  ]);
  expect(header(preflight, 'Access-Control-Allow-Headers')).toBe(asked);
  const tooLarge = await ask(simulator, `GET ${list}`, [origin, `X-Large: ${'x'.repeat(20_000)}`]);
  const unmet = await ask(simulator, `GET ${list}`, [origin, 'Expect: a miracle']);
  const refused = await ask(simulator, `GET ${list}`, [origin, 'Authorization: Bearer wrong']);
  for (const response of [preflight, await ask(simulator, `GET ${list}`, [origin]), tooLarge, unmet, refused])
    expect([
      header(response, 'Access-Control-Allow-Origin'),
      header(response, 'Access-Control-Expose-Headers'),
    ]).toEqual(['*', '*']);
  expect([tooLarge.status, unmet.status, refused.status]).toEqual([431, 417, 401]);
});

test('If-None-Match is compared weakly, whole, and with any tag for *', async () => {
  const simulator = await open({ gaps: { etag: 'on' } });
  const first = await ask(simulator, `GET ${list}`);
  const etag = header(first, 'ETag') ?? '';
  expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"[\w-]{27}"$/)]);
  const statusFor = async (tags: string) =>
    (await ask(simulator, `GET ${list}`, [`If-None-Match: ${tags}`])).status;
  for (const tags of [etag, `W/${etag}`, `"x" ,\t${etag}`, '*', '* '])
    expect(await statusFor(tags)).toBe(304);
  for (const tags of [etag.slice(1, -1), `"W/${etag.slice(1)}`, `xW/${etag}`, '"*"'])
    expect(await statusFor(tags)).toBe(200);
});
