import type { httpGaps } from '../../../src/simulator/environment/gaps/http-gaps.ts';
import { type BenchClient, expectSame, fail, pending } from './bench-client.ts';
import { listOrders, send } from './plain-http.ts';

/** For each gap about HTTP, a client that depends on it. */
export const httpGapClients: Readonly<Record<(typeof httpGaps)[number]['key'], BenchClient>> = {
  'unknown-path': {
    assumes: 'before the login, a feature that is not there is a 404',
    causes: ['unknown-path=unauthorized-first'],
    run: async ({ origin }) => {
      const response = await fetch(`${origin}/v1/store/inventory`);
      await response.arrayBuffer();
      expectSame(response.status, 404, 'status of a feature that is not there');
    },
  },
  'wrong-method': {
    assumes: 'looking one order up is a 405, and so the list has to be used',
    causes: ['wrong-method=not-found'],
    run: async (access) => {
      const response = await send(access, 'GET', `/store/orders/${pending}`);
      await response.arrayBuffer();
      if (response.status === 404) fail(`order ${pending} does not exist`);
      const found = (await listOrders(access)).find(({ id }) => id === pending);
      expectSame(found?.id, pending, 'order that was looked up');
    },
  },
  'head-list': {
    assumes: 'HEAD of the list tells whether the service is up',
    causes: ['head-list=method-not-allowed'],
    run: async (access) => {
      const response = await send(access, 'HEAD', '/store/orders');
      expectSame(response.status, 200, 'health of the service');
    },
  },
  options: {
    assumes: 'OPTIONS succeeds and lists the methods',
    causes: ['options=method-not-allowed'],
    run: async (access) => {
      const response = await send(access, 'OPTIONS', '/store/orders');
      await response.arrayBuffer();
      const allowed = response.ok ? (response.headers.get('allow') ?? '').split(', ') : [];
      expectSame(allowed.includes('GET'), true, 'whether orders can be listed');
    },
  },
  cors: {
    assumes: 'a gateway may add its own Access-Control-Allow-Origin to the headers of the service',
    causes: ['cors=on'],
    run: async (access) => {
      const response = await send(access, 'GET', '/store/orders', { Origin: 'https://shop.example' });
      await response.arrayBuffer();
      const forwarded = new Headers(response.headers);
      forwarded.append('Access-Control-Allow-Origin', 'https://shop.example');
      // A browser refuses a response with two of them.
      expectSame(forwarded.get('access-control-allow-origin'), 'https://shop.example', 'allowed origin');
    },
  },
  'list-query': {
    assumes: 'a parameter against caches does no harm',
    causes: ['list-query=bad-request'],
    run: async (access) => {
      const response = await send(access, 'GET', '/store/orders?_=1769000000');
      await response.arrayBuffer();
      expectSame(response.status, 200, 'status of the list');
    },
  },
  accept: {
    assumes: 'the service sends its JSON to a client that asks for something else',
    causes: ['accept=not-acceptable'],
    run: async (access) => {
      const orders = await listOrders(access, { Accept: 'text/html,application/xhtml+xml' });
      expectSame(orders.length, 10, 'listed orders');
    },
  },
  'content-type': {
    assumes: 'the Content-Type is application/json to the letter',
    causes: ['content-type=charset'],
    run: async (access) => {
      const response = await send(access, 'GET', '/store/orders');
      const text = await response.text();
      const isJson = response.headers.get('content-type') === 'application/json';
      expectSame((isJson ? JSON.parse(text) : []).length, 10, 'listed orders');
    },
  },
  etag: {
    assumes: 'no response to a list is a 304, although its cache sends what it got',
    causes: ['etag=on'],
    run: async (access) => {
      const first = await send(access, 'GET', '/store/orders');
      await first.arrayBuffer();
      const etag = first.headers.get('etag');
      const again = await listOrders(access, etag === null ? {} : { 'If-None-Match': etag });
      expectSame(again.length, 10, 'listed orders');
    },
  },
  'list-compression': {
    assumes: 'Content-Length is the length of the list, as a progress bar needs it',
    causes: ['list-compression=on'],
    run: async (access) => {
      const response = await send(access, 'GET', '/store/orders');
      const bytes = await response.arrayBuffer();
      const promised = Number(response.headers.get('content-length'));
      expectSame(Math.round((100 * bytes.byteLength) / promised), 100, 'percentage at the end');
    },
  },
  'www-authenticate': {
    assumes: 'a 401 says by WWW-Authenticate that a new token is wanted',
    causes: ['www-authenticate=none'],
    run: async (access) => {
      const expired = await send({ ...access, apiKey: 'expired' }, 'GET', '/store/orders');
      await expired.arrayBuffer();
      const refresh = expired.headers.get('www-authenticate')?.startsWith('Bearer') === true;
      const orders = await listOrders(refresh ? access : { ...access, apiKey: 'expired' });
      expectSame(orders.length, 10, 'listed orders');
    },
  },
  'bearer-case': {
    assumes: 'the scheme may be written in lower case',
    causes: ['bearer-case=exact'],
    run: async (access) => {
      const orders = await listOrders(access, { Authorization: `bearer ${access.apiKey}` });
      expectSame(orders.length, 10, 'listed orders');
    },
  },
};
