import { expect, test } from 'vitest';
import type { Page } from '../../../tools/browser.ts';
import { openConsole, useBrowser, violations } from '../../e2e/browser/open-console.ts';
import { controlToken, type TestSimulator } from '../../support/open-test-simulator.ts';

/**
 * Runs in a page: which controls overlap, and which controls and cells are cut off. What is wider than a frame that scrolls is
 * not.
 */
const layoutFaults = `(() => {
  const shown = [...document.querySelectorAll('a, button, input, select, td, th, h1, h2')].filter((element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('.skip, .VPSkipLink') &&
    element.getClientRects().length > 0);
  const nameOf = (element) => (element.getAttribute('aria-label') ?? element.textContent).trim() || element.tagName;
  const box = (element) => element.getBoundingClientRect();
  const scrolls = (element) => element !== null && element !== document.body &&
    (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const cut = shown.filter((element) => {
    const { left, right } = box(element);
    if (left < 0 || right > innerWidth + 1) return !scrolls(element.parentElement);
    const clipped = element.matches('td, th, button, h1, h2') && element.scrollWidth > element.clientWidth + 1;
    return clipped && element.querySelector('[title]') === null;
  });
  const controls = shown.filter((element) => element.matches('a, button, input, select'));
  const overlap = controls.flatMap((one, at) => controls.slice(at + 1).filter((other) => {
    if (one.contains(other)) return false;
    // A link in a text has a rectangle for each line.
    return [...one.getClientRects()].some((a) => [...other.getClientRects()].some((b) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1));
  }).map((other) => nameOf(one) + ' / ' + nameOf(other)));
  return [...cut.map((element) => 'cut off: ' + nameOf(element)), ...overlap.map((pair) => 'overlap: ' + pair)];
})()`;

const browser = useBrowser();

const int64 = 9_223_372_036_854_775_807n;
const orders = [
  { order: { id: 1001n, petId: 7n }, status: 'pending' },
  { order: { id: 1002n }, status: 'shipped' },
  { order: { id: int64 }, status: 'pending' },
] as const;

function cancel({ baseUrl }: TestSimulator, id: string): Promise<Response | undefined> {
  const headers = { Authorization: 'Bearer test-api-key' };
  return fetch(`${baseUrl}/store/orders/${id}`, { method: 'DELETE', headers }).catch(() => undefined);
}

/** Sends requests that get a 401, no response, a 409 and a 404, and two that wait at a hold until the result is called. */
async function fill(simulator: TestSimulator): Promise<() => Promise<void>> {
  await fetch(`${simulator.baseUrl}/store/orders`);
  for (const id of ['1001', '1002', '%3Cscript%3E']) await cancel(simulator, id);
  const headers = { Authorization: `Bearer ${controlToken}`, 'Content-Type': 'application/json' };
  const holds = `${simulator.controlUrl}/environments/production/holds`;
  await fetch(holds, { method: 'POST', headers, body: JSON.stringify({ id: 'race', timeout: '60s' }) });
  const cancels = [int64, int64].map((id) => cancel(simulator, String(id)));
  await fetch(`${holds}/race?waiting=2`, { headers });
  return async () => {
    await fetch(`${holds}/race`, { method: 'DELETE', headers });
    await Promise.all(cancels);
  };
}

async function visit(page: Page, place: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.getByText('Loading…').count()).toBe(0);
}

test.each([
  ['light', 1280],
  ['light', 390],
  ['dark', 1280],
  ['dark', 390],
] as const)(
  'on no page anything overlaps, is cut off or from another host, and axe-core finds nothing, %s, %i px wide',
  async (colorScheme, width) => {
    const context = { colorScheme, viewport: { width, height: 844 } };
    const faults = [{ id: 'lost', kind: 'reset', when: 'after-commit', times: 1 }] as const;
    const state = { orders, faults, gaps: { 'conflict-body': 'error' } };
    await using open = await openConsole(browser(), { simulator: state, context });
    const { page, simulator } = open;
    const others: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${simulator.controlUrl}/`)) others.push(request.url());
    });
    const release = await fill(simulator);
    await page.reload();
    await page.locator('nav').waitFor({ state: 'attached' });
    const links = page.locator('nav a');
    const places = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(places).toHaveLength(7);
    const empty = places.map((place) => place.replace('production', 'staging'));
    const exchanges = [1, 2, 3].map((number) => `#/production/journal/${number}`);
    for (const place of [...places, ...exchanges, ...empty]) {
      await visit(page, place);
      expect([place, await page.evaluate(layoutFaults), await violations(page)]).toEqual([place, [], []]);
    }
    await release();
    for (const [place, button] of [
      ['#/production/orders', 'Add order'],
      ['#/production/faults', 'Delay 2 s'],
      ['#/production/holds', 'Open hold'],
    ] as const) {
      await visit(page, place);
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('dialog').getByRole('textbox').first().waitFor();
      expect([place, await violations(page)]).toEqual([place, []]);
      await page.keyboard.press('Escape');
    }
    await page.evaluate("document.querySelector('nav .foot button').click()");
    await page.getByLabel('Control token').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(others).toEqual([]);
  },
);

test('on a phone the header has at most 96 px, and a row of an order with 19 digits has its Cancel in sight', async () => {
  const context = { viewport: { width: 390, height: 844 } };
  await using open = await openConsole(browser(), { simulator: { orders: orders.slice(2) }, context });
  const { page } = open;
  await page.getByRole('button', { name: 'Add key to production' }).click();
  await page.getByText('Key key-2 was added').waitFor();
  const bar = await page.getByRole('region', { name: 'Environment production' }).boundingBox();
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(96);
  const button = await page.getByRole('button', { name: `Cancel order ${int64}` }).boundingBox();
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThan(378);
  expect(await page.evaluate(layoutFaults)).toEqual([]);
});

test('an environment that does not exist is no lost connection, and its page appears when it is created', async () => {
  await using open = await openConsole(browser(), { place: '#/later/orders' });
  const { page, simulator } = open;
  await page.getByText('There is no environment later').waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  const headers = { Authorization: `Bearer ${controlToken}` };
  await fetch(`${simulator.controlUrl}/environments/later`, { method: 'PUT', headers });
  await page.getByRole('heading', { name: 'Orders' }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
});

async function tabTo(target: ReturnType<Page['locator']>): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element.matches(':focus'))) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target}`);
}

async function press(target: ReturnType<Page['locator']>, key = 'Enter'): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press(key);
}

test('opens an exchange, switches a gap and adds a fault with the keyboard alone', async () => {
  await using open = await openConsole(browser(), { simulator: { orders }, place: '#/production/journal' });
  const { page, simulator } = open;
  await page.getByText('No request yet').waitFor();
  await fetch(`${simulator.baseUrl}/store/orders`);
  await press(page.getByRole('link', { name: 'Open exchange 1' }));
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Exchange 1');
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Exchange 1' }).waitFor({ state: 'detached' });
  const focus = () => page.locator(':focus').getAttribute('aria-label');
  await expect.poll(focus).toMatch(/^Open exchange 1|^Journal/);
  await press(page.getByRole('link', { name: 'Gaps', exact: true }));
  await press(page.getByRole('combobox', { name: 'cancelled-in-list' }), 'ArrowDown');
  await press(page.getByRole('button', { name: 'Switch cancelled-in-list to remove', exact: true }));
  await page.getByText('cancelled-in-list is remove from the next request on').waitFor();
  await press(page.getByRole('link', { name: 'Faults', exact: true }));
  await press(page.getByRole('button', { name: 'Reset after commit, once' }));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Add fault', exact: true }));
  await page.getByRole('row', { name: /fault-1 reset/ }).waitFor();
});
