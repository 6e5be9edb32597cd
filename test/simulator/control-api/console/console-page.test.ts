import { expect, test } from 'vitest';
import {
  controlToken,
  openTestSimulator,
  signInCode,
  testKey,
} from '../../../support/open-test-simulator.ts';
import { header, request } from '../../../support/raw-http.ts';

const files = { 'index.html': '<!doctype html>', 'a-0.js': '// é', 'a-0.css': 'p{}', 'a-0.svg': '<svg/>' };
const built = new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]));
const consoleFiles = async () => new Map([...built, ['manifest.json', Buffer.from('{}')]]);
/** What Chromium and Firefox send when a person opens an address. */
const browser = 'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test('a browser gets the page, which may load and call only its own origin, and cannot be framed', async () => {
  await using simulator = await openTestSimulator({ consoleFiles });
  const page = await request(simulator.controlUrl, 'GET', '/', [browser]);
  expect([page.status, page.body]).toEqual([200, files['index.html']]);
  const expected = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    vary: 'Accept',
  };
  const names = Object.keys(expected);
  expect(Object.fromEntries(names.map((name) => [name, header(page, name)]))).toEqual(expected);
  for (const secret of [controlToken, testKey, signInCode]) expect(page.body).not.toContain(secret);
});

test.each([
  ['a-0.js', 'text/javascript; charset=utf-8'],
  ['a-0.css', 'text/css; charset=utf-8'],
  ['a-0.svg', 'image/svg+xml'],
])('%s is served as %s, and cached for ever, but not for a page of another origin', async (name, type) => {
  await using simulator = await openTestSimulator({ consoleFiles });
  const file = await request(simulator.controlUrl, 'GET', `/console/${name}`);
  expect([file.status, Buffer.from(file.body, 'latin1')]).toEqual([200, built.get(name)]);
  expect([header(file, 'content-type'), header(file, 'x-content-type-options')]).toEqual([type, 'nosniff']);
  expect(header(file, 'cache-control')).toBe('public, max-age=31536000, immutable');
  const foreign = await request(simulator.controlUrl, 'GET', `/console/${name}`, [
    'Sec-Fetch-Site: same-site',
  ]);
  expect(foreign.status).toBe(403);
});

test('nothing else is a file of the console', async () => {
  await using simulator = await openTestSimulator({ consoleFiles });
  for (const name of ['manifest.json', 'index.html', 'b-0.js', '..%2f..%2fpackage.json', '__proto__'])
    expect((await request(simulator.controlUrl, 'GET', `/console/${name}`)).status).toBe(404);
});
