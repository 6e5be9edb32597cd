import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placed } from '../helpers/an-environment.ts';
import { controlToken, openTestSimulator, testKey } from '../helpers/open-test-simulator.ts';
import { attacks, serveForeignPage } from './foreign-page.ts';
import { chromiumPath, openBrowser } from './open-browser.ts';

if (chromiumPath === undefined) {
  console.warn(
    '\nNO CHROMIUM HERE: the tests in a browser are left out. Install it, or name it in CHROMIUM.\n',
  );
}
const inBrowser = test.skipIf(chromiumPath === undefined);

let browser: Browser | undefined;
beforeAll(async () => {
  if (chromiumPath !== undefined) browser = await openBrowser();
});
afterAll(() => browser?.close());

async function newPage(origin: string, from = browser) {
  if (from === undefined) throw new Error('no browser');
  const page = await from.newPage();
  await page.goto(origin);
  return page;
}

/** A simulator in which every successful change shows in `state`. */
async function openVictim() {
  const simulator = await openTestSimulator({ orders: [placed(1n)] });
  const headers = { Authorization: `Bearer ${testKey}` };
  await fetch(`${simulator.baseUrl}/store/orders/1`, { method: 'DELETE', headers });
  const state = async (): Promise<string> => {
    const again = await fetch(`${simulator.baseUrl}/store/orders/1`, { method: 'DELETE', headers });
    return `${again.status}`;
  };
  return { simulator, state, reset: `${simulator.controlUrl}/environments/production/reset` };
}

inBrowser.each(Object.entries(attacks))(
  '%s of another origin changes nothing and reads nothing',
  async (_what, attack) => {
    await using foreign = await serveForeignPage();
    const { simulator, state, reset } = await openVictim();
    await using _open = simulator;
    const page = await newPage(foreign.origin);
    const [read, readMore] = [
      await attack(page, reset, controlToken),
      await attack(await newPage(foreign.origin), `${simulator.controlUrl}/environments`, controlToken),
    ];
    expect([read, readMore]).toEqual(['', '']);
    // After a reset, order 1 could be cancelled once more.
    expect(await state()).toBe('409');
  },
);

inBrowser('a host name that comes to mean this machine is refused, token or not', async () => {
  const rebound = await openBrowser('MAP evil.example 127.0.0.1');
  const { simulator, state, reset } = await openVictim();
  await using _open = simulator;
  const { port } = new URL(simulator.controlUrl);
  try {
    // The page and the control API have one origin now, so the browser itself blocks nothing.
    const page = await newPage(`http://evil.example:${port}/livez`, rebound);
    const answer = await page.evaluate(
      async ([path, token]) => {
        const headers = { Authorization: `Bearer ${token}` };
        const response = await fetch(path, { method: 'POST', headers });
        return `${response.status} ${await response.text()}`;
      },
      [new URL(reset).pathname, controlToken] as const,
    );
    expect(answer).toMatch(/^403 .*host_not_allowed/s);
    expect(await state()).toBe('409');
  } finally {
    await rebound.close();
  }
});

inBrowser('the attacks do reach a server without our guard', async () => {
  const { createServer } = await import('node:http');
  let changes = 0;
  const server = createServer((request, response) => {
    if (request.method === 'POST') changes++;
    const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };
    response.writeHead(200, headers).end('secret');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const target = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/reset`;
  await using foreign = await serveForeignPage();
  const page = await newPage(foreign.origin);
  const read = await attacks['a simple fetch']?.(page, target, 'token');
  await attacks['a form']?.(page, target, 'token');
  server.closeAllConnections();
  server.close();
  expect([read, changes]).toEqual(['secret', 2]);
});
