import { readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { placed } from '../support/an-environment.ts';
import { newFolder } from '../support/new-folder.ts';
import { openTestSimulator, testKey } from '../support/open-test-simulator.ts';
import { main, startProgram } from '../support/run-program.ts';
import { openProxyCommand } from './run-proxy.ts';

const headers = { Authorization: `Bearer ${testKey}` };
const ids = [4_815_162_342n, 9_007_199_254_740_993n, -4_815_162_342n, 471_147_114_711n];
const shipDate = '2019-03-17T09:26:53Z';

const shop = () =>
  openTestSimulator({
    orders: ids.map((id, at) =>
      placed(id, at === 1 ? 'shipped' : 'pending', { petId: 31_415_926_535n, shipDate }),
    ),
  });

const aFolder = (): string => realpathSync(newFolder());

async function send(baseUrl: string): Promise<void> {
  const requests = [['GET', ''], ...[...ids, 987_654_321_012n].map((id) => ['DELETE', `/${id}`])];
  for (const [method = '', path] of requests)
    await (await fetch(`${baseUrl}/store/orders${path}`, { method, headers })).arrayBuffer();
}

/** Everything of the traffic that may not be on the disk. */
const originals = [
  ...ids.map((id) => `${id}`.replace('-', '')),
  '987654321012',
  '31415926535',
  '2019-03-17',
  testKey,
];
const legible = (text: string): readonly string[] => originals.filter((one) => text.includes(one));

test('while the proxy runs, no value of the traffic is on the disk; at the end, there is only the file', async () => {
  const folder = aFolder();
  const file = join(folder, 't.har');
  await using upstream = await shop();
  const control = ['--control-port', '0', '--control-token', 'token-of-the-control-port'];
  const proxy = await openProxyCommand([upstream.baseUrl, '--save', file, ...control]);
  const [, origin = ''] = await proxy.said(/, (http\S+) \(control\)/);
  await send(proxy.baseUrl);
  // Its response comes when everything before it was judged.
  const authorization = { Authorization: 'Bearer token-of-the-control-port' };
  await (await fetch(`${origin}/report`, { method: 'POST', headers: authorization })).text();
  const [temporary = '', ...others] = readdirSync(folder);
  expect([temporary, others]).toEqual([expect.stringMatching(/^\.t\.har\..*\.tmp$/), []]);
  expect(statSync(join(folder, temporary)).mode & 0o777).toBe(0o600);
  const bytes = readFileSync(join(folder, temporary));
  expect(bytes.length).toBeGreaterThan(2000);
  for (const encoding of ['latin1', 'utf16le', 'base64'] as const)
    expect(legible(bytes.toString(encoding))).toEqual([]);
  proxy.interrupt();
  const { code, err } = await proxy.ended;
  expect([code, err]).toEqual([0, expect.not.stringContaining('error')]);
  expect(readdirSync(folder)).toEqual(['t.har']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const har = readFileSync(file, 'utf8');
  expect(JSON.parse(har).log.entries).toHaveLength(6);
  expect(legible(har)).toEqual([]);
});

type Entry = { request: { url: string }; response: { content: { text: string } } };

test('--save and --save-scenario replace each value by the same one', async () => {
  const folder = aFolder();
  const files = [join(folder, 't.har'), join(folder, 's.json')] as const;
  await using upstream = await shop();
  const proxy = await openProxyCommand([
    upstream.baseUrl,
    '--save',
    files[0],
    '--save-scenario',
    files[1],
    '--keep',
    'petId',
  ]);
  await send(proxy.baseUrl);
  proxy.interrupt();
  const { code, err } = await proxy.ended;
  expect([code, err]).toEqual([0, expect.not.stringContaining('error')]);
  const [har, scenario] = files.map((file) => readFileSync(file, 'utf8'));
  const entries: readonly Entry[] = JSON.parse(har ?? '').log.entries;
  const values = (text = '') =>
    [...text.matchAll(/"(?:id|petId|shipDate)":("[^"]*"|-?\d+)/g)].map(([all]) => all);
  expect(values(scenario)).toHaveLength(12);
  expect(values(entries[0]?.response.content.text)).toEqual(values(scenario));
  expect(scenario).toContain('"petId":31415926535,');
  const cancelled = entries.slice(1, 5).map(({ request: { url } }) => /-?\d+$/.exec(url)?.[0]);
  expect(cancelled).toEqual([...(scenario ?? '').matchAll(/"id":(-?\d+)/g)].map(([, id]) => id));
});

test('a folder that is removed meanwhile is one line, and the other file is written', async () => {
  const folder = aFolder();
  await mkdir(join(folder, 'gone'));
  const files = [join(folder, 'gone', 't.har'), join(folder, 's.json')] as const;
  await using upstream = await shop();
  const proxy = await openProxyCommand([upstream.baseUrl, '--save', files[0], '--save-scenario', files[1]]);
  await send(proxy.baseUrl);
  rmSync(join(folder, 'gone'), { recursive: true });
  proxy.interrupt();
  const { code, err, out } = await proxy.ended;
  expect(err).toMatch(/\nerror: \S+t\.har is in a folder that does not exist \(ENOENT\); .*\n$/);
  expect([code, out]).toEqual([2, expect.stringContaining('keeps the contract')]);
  expect(readdirSync(folder)).toEqual(['s.json']);
});

test('SIGTERM writes the file', async () => {
  const { child, ended, folder } = await startSaving();
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
  expect(readdirSync(folder)).toEqual(['t.har']);
  expect(legible(readFileSync(join(folder, 't.har'), 'utf8'))).toEqual([]);
});

test('a proxy that is killed leaves no value of the traffic, and the file from before is whole', async () => {
  const { child, ended, folder } = await startSaving('from before');
  child.kill('SIGKILL');
  await ended;
  expect(readFileSync(join(folder, 't.har'), 'utf8')).toBe('from before');
  const left = readdirSync(folder).filter((name) => name !== 't.har');
  expect(left).toEqual([expect.stringMatching(/^\.t\.har\..*\.tmp$/)]);
  expect(legible(readFileSync(join(folder, left[0] ?? ''), 'utf8'))).toEqual([]);
});

/** A proxy in a process of its own that has forwarded some exchanges. */
async function startSaving(before?: string) {
  const folder = aFolder();
  const file = join(folder, 't.har');
  if (before !== undefined) writeFileSync(file, before);
  const upstream = await shop();
  onTestFinished(() => upstream[Symbol.asyncDispose]());
  const program = startProgram(main, ['proxy', upstream.baseUrl, '--port', '0', '--save', file]);
  const [ready] = await program.logged(/ready: (\S+) →/g);
  await send(ready?.[1] ?? '');
  return { ...program, folder };
}
