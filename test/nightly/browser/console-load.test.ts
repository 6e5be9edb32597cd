import { Agent, request } from 'node:http';
import { expect, test } from 'vitest';
import { openConsole } from '../../e2e/browser/open-console.ts';
import { useBrowser } from '../../e2e/browser/use-browser.ts';

const browser = useBrowser();

type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** In microseconds: on the clock, and on the processor. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
};

/** The longest task of the page's thread in a trace, in milliseconds: no frame can be drawn meanwhile. */
function longestTask(trace: Buffer): {
  readonly clock: number;
  readonly processor: number;
  readonly tasks: number;
} {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && /RunTask$/.test(name) && threads.has(`${pid} ${tid}`),
  );
  const longest = (of: 'dur' | 'tdur') => Math.max(...tasks.map((task) => (task[of] ?? 0) / 1000));
  return { clock: longest('dur'), processor: longest('tdur'), tasks: tasks.length };
}

/** Sends requests over a few connections, as fast as they are responded to. */
async function sendMany(url: string, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const headers = { Authorization: 'Bearer test-api-key' };
  let left = count;
  const sendOne = () =>
    new Promise<void>((resolve, reject) => {
      request(url, { agent, headers }, (response) => response.on('end', resolve).resume())
        .on('error', reject)
        .end();
    });
  const sendUntilEnd = async (): Promise<void> => {
    while (left-- > 0) await sendOne();
  };
  await Promise.all(Array.from({ length: 16 }, sendUntilEnd));
  agent.destroy();
}

const sent = 8000;

test('shows requests as fast as they arrive, with no task over 200 ms and few rows in the document', async () => {
  const orders = Array.from({ length: 20 }, (_, at) => ({
    order: { id: BigInt(at + 1) },
    status: 'pending' as const,
  }));
  await using open = await openConsole(browser(), { simulator: { orders }, place: '#/production/journal' });
  const { page, simulator } = open;
  await page.getByText('No request yet').waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  await sendMany(`${simulator.baseUrl}/store/orders`, 200);
  await page.getByRole('link', { name: 'Open exchange 200:' }).waitFor();
  await browser().startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] });
  await sendMany(`${simulator.baseUrl}/store/orders`, sent);
  await page.getByRole('link', { name: `Open exchange ${sent + 200}:` }).waitFor();
  const longest = longestTask(await browser().stopTracing());
  const rows = page.getByRole('table', { name: 'Journal' });
  expect(longest.tasks).toBeGreaterThan(0);
  // The time on the processor does not depend on what else the machine does.
  expect(longest.processor, JSON.stringify(longest)).toBeLessThan(200);
  expect(await rows.getByRole('row').count()).toBeLessThan(100);
  expect(Number(await rows.getAttribute('aria-rowcount'))).toBeLessThanOrEqual(6001);
  expect(open.complaints).toEqual([]);
});
