import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readJson, writeJson } from '../../../src/json/json.ts';
import { readDuration } from '../../../src/text/duration.ts';
import { controlToken, openTestSimulator } from '../../support/open-test-simulator.ts';
import { header as headerOf, request } from '../../support/raw-http.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { createDescribedFetch, documentedSuccesses } from './described-control.ts';

const folder = new URL('conversations/', import.meta.url);
const settings = [
  { key: 'seed', flag: '--seed', variable: 'SIM_SEED', value: '7', source: 'SIM_SEED', description: 'Seed.' },
];

type Answer = { readonly status: number; readonly type: string; readonly body: string };

/**
 * Each conversation has a simulator to itself. `> REQUEST` goes to the control API, `client REQUEST` with the key of the
 * environment `cart` to the service; `held REQUEST`, too, and `end` shows its response. `npm test -- conversations -u`
 * writes the responses.
 */
test.each(readdirSync(folder))(
  'the simulator responds as %s shows and as the document describes',
  async (name) => {
    const isEveryRoute = name === 'every-route.txt';
    const machine = createTestClock(Date.parse('2026-01-20T10:00:00Z'));
    await using simulator = await openTestSimulator({
      ...(isEveryRoute && { ofOneProcess: 'the coverage of the simulator is that of a process' }),
      publicUrl: 'http://localhost:4010',
      machine,
      replica: 'sim-1',
      recorded: true,
      consoleFiles: async () => new Map([['console.js', Buffer.from('start();')]]),
      settings: () => settings,
    });
    const met = new Set<string>();
    const send = createSender(simulator.controlUrl, createDescribedFetch(met));
    const held: Promise<Answer>[] = [];
    const ask = async (method = '', path = '', header = ''): Promise<Answer> => {
      const headers = [header || 'Authorization: Bearer key-of-cart'];
      const response = await request(simulator.serviceOrigin, method, path, headers);
      return { ...response, type: headerOf(response, 'content-type') ?? '' };
    };
    const speak = async (line: string): Promise<readonly Answer[]> => {
      const [kind = '', method = '', path = '', ...rest] = line.split(' ');
      if (kind === '>') return [await send(method, path, rest.join(' '))];
      if (kind === 'client') return [await ask(method, path, rest.join(' '))];
      if (kind === 'held') held.push(ask(method, path));
      else if (kind === 'end') return Promise.all(held);
      else if (kind === 'clock') await machine.advance(readDuration(method) ?? Number.NaN);
      else expect(line).toMatch(/^(?:#.*)?$/);
      return [];
    };
    const file = new URL(name, folder);
    const shown: string[] = [];
    for (const line of readFileSync(file, 'utf8').trimEnd().split('\n'))
      if (!line.startsWith('< ')) shown.push(line, ...(await speak(line)).map(show));
    await expect(`${shown.join('\n')}\n`).toMatchFileSnapshot(file.pathname);
    if (isEveryRoute) expect(documentedSuccesses.filter((success) => !met.has(success))).toEqual([]);
  },
);

/** Returns a function that sends a request to the control API: for the session with its cookie, otherwise with the token. */
function createSender(controlUrl: string, fetch: typeof globalThis.fetch) {
  let session: Readonly<Record<string, string>> = {};
  return async (method: string, path: string, body: string) => {
    const credentials = path === '/session' ? session : { Authorization: `Bearer ${controlToken}` };
    const headers = { ...credentials, 'Content-Type': 'application/json' };
    const response = await fetch(controlUrl + path, { method, headers, body: body === '' ? null : body });
    const text = await response.text();
    const cookie = response.headers.get('set-cookie')?.split(';')[0];
    if (cookie !== undefined && text !== '')
      session = { Cookie: cookie, 'X-CSRF-Token': JSON.parse(text).csrf };
    return { status: response.status, type: response.headers.get('content-type') ?? '', body: text };
  };
}

function show({ status, type, body }: Answer): string {
  const value = type === 'application/json' ? readJson(body) : body;
  return `< ${status} ${body && writeJson(shorten(value))}`.trimEnd();
}

/** Shortens lists and texts, and replaces what differs from run to run. */
function shorten(value: unknown, name = ''): unknown {
  if (name === 'csrf' || name === 'version') return `the ${name}`;
  if (typeof value === 'string')
    return value
      .split('\n', value.startsWith('# HELP') ? 2 : 8)
      .join('\n')
      .replace(/"simulator":"\w+"/, '"simulator":"its id"')
      .replace(/(At":)\d+/g, '$11768903200000');
  if (Array.isArray(value)) return value.slice(0, 2).map((one) => shorten(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shorten(one, key)]));
}
