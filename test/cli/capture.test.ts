import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkContract } from '../../src/check/check-contract.ts';
import { captureCommand } from '../../src/cli/capture.ts';
import { type Simulator, startSimulator } from '../../src/index.ts';
import { UserError } from '../../src/user-error.ts';
import { serverKey, startTinyServer, type Wire } from '../check/mutants/honest-server.ts';
import { newFolder } from '../support/new-folder.ts';
import { testKey } from '../support/open-test-simulator.ts';
import { check, startHere } from './run-here.ts';

const env = { STORE_ORDERS_API_KEY: testKey };
const capture = async (args: readonly string[], variables: Readonly<Record<string, string>>) =>
  (await startHere(captureCommand, args, { env: variables }).ended).out;

async function listOf({ baseUrl }: Simulator): Promise<readonly string[]> {
  const headers = { Authorization: `Bearer ${testKey}` };
  const text = await (await fetch(`${baseUrl}/store/orders`, { headers })).text();
  return text.slice(1, -1).split(/(?<=\}),(?=\{)/);
}

async function profileOf({ baseUrl }: Simulator) {
  const { gaps, exitCode } = await checkContract({ url: baseUrl, apiKey: testKey, showGaps: true });
  return { exitCode, gaps: gaps.map(({ gap, observed, allowed }) => ({ gap, observed, allowed })) };
}

/** The ids, pet ids and dates in a list or a scenario file. 0 and null are kept. */
function dataOf(text: string): readonly string[] {
  const members = text.matchAll(/\b(?:id|petId|shipDate)"?: ?"?(-?\d[^",} ]*)/g);
  return [...members].flatMap(([, value = '']) => (value === '0' ? [] : value));
}

test.each([
  ['mixed', { 'list-order': 'by-id', 'ship-date-form': 'millis' }, 'json'],
  ['int64-edges', { 'extra-fields': 'some' }, 'yaml'],
] as const)(
  'a captured %s (%j) behaves with the observed profile as the deployment did, and has none of its data',
  async (scenario, gap, form) => {
    const folder = newFolder();
    const file = join(folder, `captured.${form}`);
    await using original = await startSimulator({ scenario, gaps: gap });
    const said = await capture([original.baseUrl, '--out', file], env);
    const profile = join(folder, 'observed.yaml');
    await check([original.baseUrl, '--emit-profile', profile], env);
    await writeFile(
      profile,
      (await readFile(profile, 'utf8')).replace('profile: vary', 'profile: least-promise'),
    );
    await using captured = await startSimulator({ scenario: file, profile });
    const [before, after] = [await listOf(original), await listOf(captured)];
    expect(after).toHaveLength(before.length);
    const written = new Set(dataOf(await readFile(file, 'utf8')));
    expect(written.size).toBe(new Set(dataOf(before.join())).size);
    expect(dataOf(before.join()).filter((value) => written.has(value))).toEqual([]);
    expect(await profileOf(captured)).toEqual(await profileOf(original));
    expect(said).toContain(`Wrote ${file}. Captured from a list of`);
    expect((await readdir(folder)).sort()).toEqual([`captured.${form}`, 'observed.yaml']);
  },
);

const list = (body: string, status = 200): Wire => ({
  status,
  headers: [['Content-Type', 'application/json']],
  body,
});

test.each([
  ['a rejected key', list('', 401), /responds with 401: it does not accept/],
  ['an unavailable service', list('', 503), /responds with 503: check the base address/],
  ['an object', list('{"orders":48190577}'), /sent no list of orders: it is an object/],
  [
    'a damaged body',
    { ...list(''), raw: 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[{' },
    /sent a damaged list/,
  ],
] as const)('writes nothing for %s, and exits with 3', async (_what, wire, message) => {
  const folder = newFolder();
  await using server = await startTinyServer({ wire: () => wire });
  const ended = capture([server.url, '--out', join(folder, 'captured.yaml')], {
    STORE_ORDERS_API_KEY: serverKey,
  });
  const error = await ended.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UserError);
  expect(error).toMatchObject({ exitCode: 3, message: expect.stringMatching(message) });
  expect(String(error)).not.toContain('48190577');
  expect(await readdir(folder)).toEqual([]);
});

test('refuses a file that exists, one that cannot be written and none, before the request', async () => {
  const file = join(newFolder(), 'captured.yaml');
  await writeFile(file, 'mine');
  await using server = await startTinyServer({});
  const key = { STORE_ORDERS_API_KEY: serverKey };
  const refused = (...args: readonly string[]) => expect(capture([server.url, ...args], key)).rejects;
  await refused('--out', file).toThrow(/exists already; name another file, or remove it/);
  await refused('--out', '/nowhere/captured.yaml').toThrow(/ENOENT/);
  await refused().toThrow(/--out/);
  expect(server.requests).toEqual([]);
  expect(await readFile(file, 'utf8')).toBe('mine');
});
