import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Page } from '../../../tools/browser.ts';
import { openBrowser } from '../../e2e/browser/open-browser.ts';
import { useBrowser } from '../../e2e/browser/open-console.ts';
import { controlToken } from '../../support/open-test-simulator.ts';
import { type ServedHere, serveHere } from '../../support/serve-here.ts';
import { openVictim, type Victim } from './victim.ts';

/** A server with another origin and one empty page, which `html` fills. */
function serveForeignPage(html = '<title>foreign</title>'): Promise<ServedHere> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(html);
  });
  return serveHere(server);
}

/** What an attacker may have learnt somewhere else. */
type Secrets = { readonly token: string; readonly csrf: string };

/** The text that an attack could read; empty if none. */
type Attack = (page: Page, target: string, secrets: Secrets) => Promise<string>;

function fetching(init: (secrets: Secrets) => object): Attack {
  return (page, target, secrets) =>
    page.evaluate(
      async ([url, options]) => {
        try {
          const response = await fetch(url, options);
          return response.type === 'opaque' ? '' : await response.text();
        } catch {
          return '';
        }
      },
      [target, init(secrets)] as const,
    );
}

/** Runs a script of the page's own world, where there is a document; the value of its promise is what it read. */
function inPage(page: Page, script: string, ...args: readonly string[]): Promise<string> {
  return page.evaluate(`(${script})(${args.map((arg) => JSON.stringify(arg)).join(', ')})`);
}

function embedding(tag: string): Attack {
  const script = `(tag, url) => new Promise((resolve) => {
    const element = document.createElement(tag);
    element.src = url;
    element.addEventListener('load', () => resolve(element.contentDocument?.body?.textContent ?? ''));
    element.addEventListener('error', () => resolve(''));
    document.body.append(element);
  })`;
  return (page, target) => inPage(page, script, tag, target);
}

const beacon = `(url) => { navigator.sendBeacon(url, '{}'); return ''; }`;

const eventSource = `(url) => new Promise((resolve) => {
  const source = new EventSource(url, { withCredentials: true });
  source.onopen = () => resolve('open');
  source.onerror = () => { source.close(); resolve(''); };
})`;

const webSocket = `(url) => new Promise((resolve) => {
  const socket = new WebSocket(url);
  socket.onopen = () => resolve('open');
  socket.onerror = () => resolve('');
})`;

const form = `(url) => {
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: url, enctype: 'text/plain' });
  document.body.append(form);
  form.submit();
}`;

const post = { method: 'POST', body: '{}' };
const cookies = { credentials: 'include' };
const blind = { mode: 'no-cors' };

/** Everything that a page can make a browser send to another origin. `blind`: it asks for nothing to read. */
const attacks: Readonly<Record<string, Attack>> = {
  'a fetch with cookies': fetching(() => ({ ...post, ...cookies })),
  'a fetch that only reads, with cookies': fetching(() => cookies),
  'a DELETE with cookies and a stolen CSRF token': fetching(({ csrf }) => {
    return { ...cookies, method: 'DELETE', headers: { 'X-CSRF-Token': csrf } };
  }),
  'a fetch that signs in': fetching(({ token }) => {
    return { ...post, ...blind, ...cookies, body: JSON.stringify({ token }) };
  }),
  'a DELETE with the token': fetching(({ token }) => {
    return { method: 'DELETE', headers: { Authorization: `Bearer ${token}` } };
  }),
  'a beacon': (page, target) => inPage(page, beacon, target),
  'a script': embedding('script'),
  'a frame': embedding('iframe'),
  'an EventSource': (page, target) => inPage(page, eventSource, target),
  'a WebSocket': (page, target) => inPage(page, webSocket, target.replace('http', 'ws')),
  'a form': async (page, target) => {
    await Promise.all([page.waitForURL(target), inPage(page, form, target)]);
    // The page has gone: what the browser shows now, no script of the other origin can read.
    return '';
  },
};

const browser = useBrowser();
let victim: Victim;
let foreign: ServedHere;
beforeAll(async () => {
  victim = await openVictim(browser());
  foreign = await serveForeignPage();
});
afterAll(async () => {
  await foreign[Symbol.asyncDispose]();
  await victim[Symbol.asyncDispose]();
});

/** A page on another port of the same host gets the cookie sent; one on another host does not. */
const places = [
  ['of another port', (origin: string) => origin, ['/environments', '/session', '/']],
  ['of another host', (origin: string) => origin.replace('127.0.0.1', 'localhost'), ['/environments']],
] as const;
const cases = Object.entries(attacks).flatMap(([name, attack]) =>
  places.map(([place, from, paths]) => ({ name, place, attack, from, paths })),
);

test.each(cases)(
  '$name of a page $place changes nothing and reads nothing, though the person is signed in',
  async ({ attack, from, paths }) => {
    const { simulator, page, csrf, state } = victim;
    const read: string[] = [];
    for (const path of ['/environments/production/reset', ...paths]) {
      await page.goto(from(foreign.origin));
      read.push(await attack(page, simulator.controlUrl + path, { token: controlToken, csrf }));
    }
    expect(read.join('')).toBe('');
    expect(await state()).toBe(409);
    // The session is as it was: nobody has signed it out, or signed in as someone else.
    const session = await victim.context.request.get(`${simulator.controlUrl}/session`);
    expect(await session.json()).toMatchObject({ csrf });
  },
);

test('a host name that comes to mean this machine is refused, token and cookie or not', async () => {
  const rebound = await openBrowser('MAP evil.example 127.0.0.1');
  onTestFinished(() => rebound.close());
  const { simulator, state } = victim;
  const context = await rebound.newContext();
  const cookies = await victim.context.cookies();
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, domain: 'evil.example' })));
  const page = await context.newPage();
  // The page and the control API have one origin now, so the browser itself blocks nothing.
  await page.goto(`http://evil.example:${new URL(simulator.controlUrl).port}/livez`);
  for (const [path, method] of [
    ['/environments/production/reset', 'POST'],
    ['/session', 'GET'],
    ['/environments', 'GET'],
  ]) {
    const headers = { Authorization: `Bearer ${controlToken}` };
    const sent = page.evaluate(async ([target, init]) => (await fetch(target, init)).text(), [
      `${path}`,
      method === 'POST' ? { method, headers } : {},
    ] as const);
    expect(await sent).toContain('host_not_allowed');
  }
  expect(await state()).toBe(409);
});

/** Runs in a page: puts an address into a frame over the whole page, and waits until it is loaded or refused. */
const framing = `(url) => new Promise((resolve) => {
  const frame = document.createElement('iframe');
  frame.style = 'position: fixed; inset: 0; width: 100%; height: 100%; opacity: 0';
  frame.addEventListener('load', () => resolve());
  frame.src = url;
  document.body.append(frame);
})`;

test.each([
  ['another port', () => foreign.origin],
  // The guard allows it, so that only the policy of the page is left.
  ['the control port itself', () => `${victim.simulator.controlUrl}/livez`],
])('a page of %s cannot show the console in a frame, to have it clicked', async (_name, at) => {
  const { page, simulator } = victim;
  await page.goto(at());
  await page.evaluate(`(${framing})(${JSON.stringify(`${simulator.controlUrl}/`)})`);
  expect(await page.frames()[1]?.evaluate('document.querySelectorAll("button").length')).toBe(0);
});

test('a frame does show a page without that policy', async () => {
  const { page } = victim;
  await using target = await serveForeignPage('<button>reset</button>');
  await page.goto(foreign.origin);
  await page.evaluate(`(${framing})(${JSON.stringify(target.origin)})`);
  expect(await page.frames()[1]?.evaluate('document.querySelectorAll("button").length')).toBe(1);
});

test('a link of another page shows the console, and gets no hold of its window', async () => {
  const { page, context, simulator } = victim;
  await page.goto(foreign.origin);
  const opened = context.waitForEvent('page');
  await page.evaluate(`window.popup = window.open(${JSON.stringify(`${simulator.controlUrl}/`)}); 0`);
  const popup = await opened;
  await popup.waitForLoadState();
  expect([await popup.title(), await popup.evaluate('window.opener')]).toEqual(['console', null]);
  expect(await page.evaluate('window.popup.closed')).toBe(true);
  // A person clicks on a link that somebody has planted.
  await popup.locator('a').click();
  expect(await popup.title()).toBe('console');
  await popup.close();
});

test('the attacks do reach a server without our guard, with its cookie', async () => {
  let changes = 0;
  const server = createServer((request, response) => {
    const { origin = '*' } = request.headers;
    if (request.method === 'POST' && request.headers.cookie?.includes('session=')) changes++;
    const cors = {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Headers': '*',
      'Access-Control-Allow-Credentials': 'true',
    };
    response.writeHead(200, { ...cors, 'Set-Cookie': 'session=1; HttpOnly; SameSite=Strict' }).end('secret');
  });
  await using target = await serveHere(server);
  const { page } = victim;
  await page.goto(target.origin);
  const read: (string | undefined)[] = [];
  for (const name of ['a fetch with cookies', 'a form', 'a beacon']) {
    await page.goto(foreign.origin);
    read.push(await attacks[name]?.(page, `${target.origin}/reset`, { token: '', csrf: '' }));
  }
  await page.goto(target.origin);
  expect([read, changes]).toEqual([['secret', '', ''], 3]);
});
