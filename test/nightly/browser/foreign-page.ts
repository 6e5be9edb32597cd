import { createServer } from 'node:http';
import type { Page } from '../../../tools/browser.ts';
import { type ServedHere, serveHere } from '../../support/serve-here.ts';

/** A server with another origin and one empty page, which `html` fills. */
export function serveForeignPage(html = '<title>foreign</title>'): Promise<ServedHere> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(html);
  });
  return serveHere(server);
}

/** What an attacker may have learnt somewhere else. */
export type Secrets = { readonly token: string; readonly csrf: string };

/** The text that an attack could read; empty if none. */
export type Attack = (page: Page, target: string, secrets: Secrets) => Promise<string>;

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

function embedding(tag: string, source: 'src' | 'href'): Attack {
  const script = `(tag, source, url) => new Promise((resolve) => {
    const element = document.createElement(tag);
    element.setAttribute(source, url);
    if (tag === 'link') element.setAttribute('rel', 'stylesheet');
    element.addEventListener('load', () => resolve(element.contentDocument?.body?.textContent ?? ''));
    element.addEventListener('error', () => resolve(''));
    document.body.append(element);
  })`;
  return (page, target) => inPage(page, script, tag, source, target);
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
const json = { 'Content-Type': 'application/json' };

/** Everything that a page can make a browser send to another origin. `blind`: it asks for nothing to read. */
export const attacks: Readonly<Record<string, Attack>> = {
  'a simple fetch': fetching(() => post),
  'a blind fetch': fetching(() => ({ ...post, ...blind })),
  'a fetch with cookies': fetching(() => ({ ...post, ...cookies })),
  'a blind fetch with cookies': fetching(() => ({ ...post, ...blind, ...cookies })),
  'a fetch that only reads, with cookies': fetching(() => cookies),
  'a fetch with cookies and a stolen CSRF token': fetching(({ csrf }) => {
    return { ...post, ...cookies, headers: { ...json, 'X-CSRF-Token': csrf } };
  }),
  'a DELETE with cookies and a stolen CSRF token': fetching(({ csrf }) => {
    return { ...cookies, method: 'DELETE', headers: { 'X-CSRF-Token': csrf } };
  }),
  'a fetch that signs in': fetching(({ token }) => {
    return { ...post, ...blind, ...cookies, body: JSON.stringify({ token }) };
  }),
  'a fetch that wants a preflight, with the token': fetching(({ token }) => {
    return { ...post, headers: { ...json, Authorization: `Bearer ${token}` } };
  }),
  'a DELETE with the token': fetching(({ token }) => {
    return { method: 'DELETE', headers: { Authorization: `Bearer ${token}` } };
  }),
  'a beacon': (page, target) => inPage(page, beacon, target),
  'an image': embedding('img', 'src'),
  'a script': embedding('script', 'src'),
  'a style sheet': embedding('link', 'href'),
  'a frame': embedding('iframe', 'src'),
  'an EventSource': (page, target) => inPage(page, eventSource, target),
  'a WebSocket': (page, target) => inPage(page, webSocket, target.replace('http', 'ws')),
  'a form': async (page, target) => {
    await Promise.all([page.waitForURL(target), inPage(page, form, target)]);
    // The page has gone: what the browser shows now, no script of the other origin can read.
    return '';
  },
};
