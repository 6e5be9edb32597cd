import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readJson, writeJson } from '../../../src/json/json.ts';
import { createConsoleFiles } from '../../../src/simulator/control-api/console/console-files.ts';
import { createHandClock } from '../../support/hand-clock.ts';
import { controlToken, openTestSimulator, type TestSimulator } from '../../support/open-test-simulator.ts';
import { request } from '../../support/raw-http.ts';
import { createDescribedFetch, documentedSuccesses } from './described-control.ts';

const file = new URL('every-route.txt', import.meta.url);

const settings = [
  { key: 'seed', flag: '--seed', variable: 'SIM_SEED', value: '7', source: 'SIM_SEED', description: 'Seed.' },
];

test('every route responds as every-route.txt shows and as the document describes', async () => {
  await using simulator = await openTestSimulator({
    ofOneProcess: 'the coverage of the simulator is that of a process',
    publicUrl: 'http://localhost:4010',
    machine: createHandClock(),
    replica: 'sim-1',
    recorded: true,
    consoleFiles: createConsoleFiles(async () => new Map([['console.js', Buffer.from('start();')]])),
    settings: () => settings,
  });
  const seen = new Set<string>();
  const send = createSender(simulator, createDescribedFetch(seen));
  const shown: string[] = [];
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n'))
    if (!line.startsWith('< ')) shown.push(line, ...(await send(line.split(' '))));
  await expect(`${shown.join('\n')}\n`).toMatchFileSnapshot(file.pathname);
  expect(documentedSuccesses.filter((success) => !seen.has(success))).toEqual([]);
});

/** Returns a function that sends the request of a line and returns the line of its response. A request for the session has its cookie. */
function createSender({ controlUrl, serviceOrigin }: TestSimulator, fetch: typeof globalThis.fetch) {
  let session: Readonly<Record<string, string>> = {};
  return async ([kind = '', method = '', path = '', body]: readonly string[]): Promise<readonly string[]> => {
    // The next requests show its response.
    if (kind === 'client') void request(serviceOrigin, method, path, ['Authorization: Bearer key-of-cart']);
    if (kind !== '>') return [];
    const credentials = path === '/session' ? session : { Authorization: `Bearer ${controlToken}` };
    const headers = { ...credentials, 'Content-Type': 'application/json' };
    const response = await fetch(controlUrl + path, { method, headers, body: body ?? null });
    const text = await response.text();
    const value = response.headers.get('content-type') === 'application/json' ? readJson(text) : text;
    const cookie = response.headers.get('set-cookie')?.split(';')[0];
    if (cookie !== undefined)
      session = { Cookie: cookie, 'X-CSRF-Token': `${Reflect.get(Object(value), 'csrf')}` };
    return [`< ${response.status} ${text && writeJson(shorten(value))}`.trimEnd()];
  };
}

/** Shortens lists and texts, and replaces what differs from run to run. */
function shorten(value: unknown, name = ''): unknown {
  if (name === 'csrf' || name === 'version') return `the ${name}`;
  if (typeof value === 'string') return shortenText(value);
  if (Array.isArray(value)) return value.slice(0, 2).map((one) => shorten(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shorten(one, key)]));
}

function shortenText(text: string): string {
  const lines = text.startsWith('# HELP') ? 2 : 8;
  return text
    .split('\n', lines)
    .join('\n')
    .replace(/"simulator":"\w+"/, '"simulator":"its id"')
    .replace(/(At":)\d+/g, '$11768903200000');
}
