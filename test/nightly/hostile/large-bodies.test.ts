import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { machineClock } from '../../../src/clock.ts';
import { createJobWorker, type JobWorker } from '../../../src/simulator/control-api/worker/job-worker.ts';
import { newFolder } from '../../support/new-folder.ts';
import { controlToken, openTestSimulator } from '../../support/open-test-simulator.ts';

/** A worker that counts its jobs, and waits before each of them. */
function countingWorker(before: () => Promise<unknown> = () => Promise.resolve()) {
  const real = createJobWorker({ clock: machineClock });
  const jobs: string[] = [];
  const worker: JobWorker = {
    run: async (job) => {
      jobs.push(job.kind);
      await before();
      return real.run(job);
    },
    end: real.end,
  };
  return { worker, jobs };
}

type Simulator = Awaited<ReturnType<typeof openTestSimulator>>;

async function control(
  { controlUrl }: Simulator,
  method: string,
  path: string,
  body?: string,
  type = 'application/json',
): Promise<{ readonly status: number; readonly text: string }> {
  const headers = { Authorization: `Bearer ${controlToken}`, 'Content-Type': type };
  const response = await fetch(`${controlUrl}/environments/${path}`, { method, headers, body: body ?? null });
  return { status: response.status, text: await response.text() };
}

/** A comment in YAML, white space in JSON. */
const padding = { yaml: `# ${'x'.repeat(33 * 1024)}\n`, json: ' '.repeat(33 * 1024) };

const scenario = {
  description: 'Everything that a scenario can have',
  orders: [
    { id: 1, petId: 5, quantity: 2, shipDate: '2026-01-20T10:00:00.5+01:00', complete: true },
    { id: 2, status: 'shipped' },
    { id: 3, ships: { afterLists: 2 } },
    { quantity: -4 },
  ],
  handles: { one: 1, missing: 9 },
  profile: 'typical',
  gaps: { etag: 'on' },
  clock: { at: '2026-01-20T10:00:00Z', frozen: true },
  faults: [{ kind: 'latency', delay: '5ms' }],
  pets: { 5: { name: 'Rex', tags: [1, null] } },
};
const generate = [{ count: 20, firstId: 100, status: 'pending' }];

test.each([
  ['JSON', 'application/json', scenario],
  ['YAML with generated orders', 'application/yaml', { ...scenario, generate }],
])(
  'a body of more than 32 KiB in %s, read by a worker, gives the state that a short one gives',
  async (_, type, given) => {
    const { worker, jobs } = countingWorker();
    await using simulator = await openTestSimulator({ worker, seed: '7' });
    const isJson = type === 'application/json';
    const body = JSON.stringify(isJson ? { scenario: given } : given);
    const pad = isJson ? padding.json : padding.yaml;
    expect(await control(simulator, 'PUT', 'short', body, type)).toMatchObject({ status: 201 });
    expect(jobs).toEqual([]);
    expect(await control(simulator, 'PUT', 'long', pad + body, type)).toMatchObject({ status: 201 });
    expect(jobs).toEqual(['body']);
    const short = await control(simulator, 'GET', 'short/snapshot');
    expect(short.text).toContain('afterLists: 2');
    expect((await control(simulator, 'GET', 'long/snapshot')).text).toBe(short.text);
    const loaded = await control(simulator, 'PUT', 'staging/scenario', pad + body, type);
    expect(loaded.status).toBe(200);
    expect((await control(simulator, 'GET', 'staging/snapshot')).text).toBe(short.text);
  },
);

test.each([
  ['JSON', 'application/json', '{"scenario":{"orders":[{"id":"x"}],"clok":{}}}', padding.json],
  ['YAML', 'application/yaml', 'orders: [{ id: x }]\nclok: {}\n', padding.yaml],
])('a worker reports every problem of a long body in %s with its place', async (_, type, bad, pad) => {
  await using simulator = await openTestSimulator();
  const short = await control(simulator, 'PUT', 'mine', bad, type);
  const long = await control(simulator, 'PUT', 'mine', pad + bad, type);
  expect(long.status).toBe(400);
  const messageOf = ({ text }: { readonly text: string }): string => JSON.parse(text).message;
  const placeless = (message: string): string => message.replaceAll(/:\d+:\d+ /g, ' ');
  expect(messageOf(long)).toMatch(/:\d+:\d+ /);
  expect(placeless(messageOf(long))).toBe(placeless(messageOf(short)));
});

test('a worker reads long bodies of other routes', async () => {
  const { worker, jobs } = countingWorker();
  await using simulator = await openTestSimulator({ worker });
  const checks = Array.from({ length: 900 }, (_, orderId) => ({ check: 'cancelled', orderId, times: 0 }));
  const verified = await control(simulator, 'POST', 'production/journal/verify', JSON.stringify({ checks }));
  expect(JSON.parse(verified.text)).toMatchObject({ passed: true, checks: { length: 900 } });
  expect(jobs).toEqual(['body']);
});

test('a worker reads large files of the folder, and generates many orders', async () => {
  const folder = newFolder();
  const orders = Array.from({ length: 600 }, (_, id) => ({ id, shipDate: '2026-01-20T10:00:00Z', petId: 7 }));
  writeFileSync(join(folder, 'long.json'), JSON.stringify({ orders }));
  writeFileSync(join(folder, 'short.yaml'), 'orders: [{ id: 1 }]\n');
  writeFileSync(join(folder, 'many.yaml'), 'generate: [{ count: 501, firstId: 1 }]\n');
  writeFileSync(join(folder, 'bad.yaml'), `${padding.yaml}orders: 5\n`);
  const { worker, jobs } = countingWorker();
  await using simulator = await openTestSimulator({ worker, scenarioFolder: folder });
  const load = (name: string) => control(simulator, 'PUT', 'mine', JSON.stringify({ scenario: name }));
  expect((await load('short')).status).toBe(201);
  expect(jobs).toEqual([]);
  const loaded = await load('long');
  expect(JSON.parse(loaded.text)).toMatchObject({ scenario: 'long', orders: { pending: 600 } });
  expect(jobs).toEqual(['open']);
  expect(JSON.parse((await load('many')).text)).toMatchObject({ orders: { pending: 501 } });
  expect(jobs).toEqual(['open', 'generate']);
  const refused = await load('bad');
  expect(refused.status).toBe(400);
  expect(refused.text).toMatch(/bad\.yaml:2:\d+ orders is 5/);
});

test('an environment that is deleted while its body is read is not found', async () => {
  let release = (): void => {};
  let asked = (): void => {};
  const reading = new Promise<void>((resolve) => (asked = resolve));
  const { worker } = countingWorker(() => {
    asked();
    return new Promise<void>((resolve) => (release = resolve));
  });
  await using simulator = await openTestSimulator({ worker });
  await control(simulator, 'PUT', 'mine', '{"scenario":"pending"}');
  const loading = control(simulator, 'PUT', 'mine/scenario', `${padding.json}{"scenario":"shipped"}`);
  await reading;
  await control(simulator, 'DELETE', 'mine');
  release();
  expect(await loading).toMatchObject({ status: 404 });
});

test('a worker that cannot start is reported, and costs one response', async () => {
  const errors: unknown[] = [];
  const worker = createJobWorker({
    clock: machineClock,
    file: new URL('../../simulator/control-api/worker/no-such-file.ts', import.meta.url),
  });
  onTestFinished(() => worker.end());
  await using simulator = await openTestSimulator({ worker, onError: (error) => errors.push(error) });
  const { status, text } = await control(simulator, 'PUT', 'mine', `${padding.json}{}`);
  expect([status, JSON.parse(text).code]).toEqual([500, 'internal_error']);
  expect(String(errors)).toContain('no-such-file.ts');
  expect((await control(simulator, 'PUT', 'mine', '{}')).status).toBe(201);
});

test('a body that needs too much memory is refused, and the simulator continues', async () => {
  const worker = createJobWorker({ clock: machineClock, maxHeapMb: 24 });
  await using simulator = await openTestSimulator({ worker });
  const orders = Array.from({ length: 10_000 }, (_, id) => `- { id: ${id}, quantity: 1, petId: 7 }\n`).join(
    '',
  );
  const refused = await control(simulator, 'PUT', 'mine', `orders:\n${orders}`, 'application/yaml');
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('needs more than 24 MiB of memory');
  expect((await control(simulator, 'PUT', 'mine', '{}')).status).toBe(201);
});
