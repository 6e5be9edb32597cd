import { expect, test } from 'vitest';
import { createConsoleFiles } from '../../../../src/simulator/control-api/console/console-files.ts';
import {
  controlToken,
  openTestSimulator,
  signInCode,
  testKey,
} from '../../../support/open-test-simulator.ts';
import { header, request } from '../../../support/raw-http.ts';

const built = new Map([
  ['index.html', Buffer.from('<!doctype html><script src="console/console-0a1b.js"></script>')],
  ['console-0a1b.js', Buffer.from('// é')],
  ['console-0a1b.css', Buffer.from('p{}')],
  ['icon-0a1b.svg', Buffer.from('<svg/>')],
  ['manifest.json', Buffer.from('{}')],
]);
const consoleFiles = createConsoleFiles(async () => built);
/** What Chromium and Firefox send when a person opens an address. */
const browser = 'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test('a browser gets the page, which may load and call only its own origin, and cannot be framed', async () => {
  await using simulator = await openTestSimulator({ consoleFiles });
  const page = await request(simulator.controlUrl, 'GET', '/', [browser]);
  expect([page.status, page.body]).toEqual([200, built.get('index.html')?.toString()]);
  expect(header(page, 'content-type')).toBe('text/html; charset=utf-8');
  expect(header(page, 'content-security-policy')?.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
  expect(header(page, 'x-frame-options')).toBe('DENY');
  expect(header(page, 'cross-origin-opener-policy')).toBe('same-origin');
  expect(header(page, 'cross-origin-resource-policy')).toBe('same-origin');
  expect(header(page, 'referrer-policy')).toBe('no-referrer');
  expect(header(page, 'cache-control')).toBe('no-store');
  expect(header(page, 'vary')).toBe('Accept');
  for (const secret of [controlToken, testKey, signInCode]) expect(page.body).not.toContain(secret);
});

test.each([
  ['console-0a1b.js', 'text/javascript; charset=utf-8'],
  ['console-0a1b.css', 'text/css; charset=utf-8'],
  ['icon-0a1b.svg', 'image/svg+xml'],
])('%s is served as %s, and cached for ever', async (name, type) => {
  await using simulator = await openTestSimulator({ consoleFiles });
  const file = await request(simulator.controlUrl, 'GET', `/console/${name}`);
  expect([file.status, Buffer.from(file.body, 'latin1')]).toEqual([200, built.get(name)]);
  expect([header(file, 'content-type'), header(file, 'x-content-type-options')]).toEqual([type, 'nosniff']);
  expect(header(file, 'cache-control')).toBe('public, max-age=31536000, immutable');
});

test.each([
  'manifest.json',
  'index.html',
  'console-ffff.js',
  '..%2f..%2fpackage.json',
  '%2e%2e%2fserver.js',
  '__proto__',
  'js',
])('/console/%s is no file of the console', async (name) => {
  await using simulator = await openTestSimulator({ consoleFiles });
  const { status, head } = await request(simulator.controlUrl, 'GET', `/console/${name}`);
  expect([status, /immutable/.test(head)]).toEqual([404, false]);
});

test('a page of another origin loads no file of the console', async () => {
  await using simulator = await openTestSimulator({ consoleFiles });
  for (const site of ['cross-site', 'same-site'])
    expect(
      (await request(simulator.controlUrl, 'GET', '/console/console-0a1b.js', [`Sec-Fetch-Site: ${site}`]))
        .status,
    ).toBe(403);
});

test('a console that cannot be built is a sentence, and is built again for the next request', async () => {
  const errors = ["Cannot find package 'esbuild'", '<b>broken</b>'];
  const flaky = createConsoleFiles(async () => {
    const error = errors.shift();
    if (error === undefined) return built;
    throw new Error(error);
  });
  await using simulator = await openTestSimulator({ consoleFiles: flaky });
  const open = () => request(simulator.controlUrl, 'GET', '/', [browser]);
  expect((await open()).body).toContain('esbuild is not installed: run npm ci.');
  expect((await open()).body).toContain('&#60;b&#62;broken');
  expect((await open()).body).toContain('console-0a1b.js');
});
