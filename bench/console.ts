/**
 * Watches a page of the console in Chromium while 1,000 requests a second arrive: `node bench/console.ts [PLACE] [SECONDS]`.
 * Prints the longest time between two frames of the browser after the load, and the longest task of the page.
 */
import autocannon from 'autocannon';
import { startSimulator } from '../src/index.ts';
import { openBrowser } from '../test/browser/open-browser.ts';

const [place = '#/production/orders', seconds = '60'] = process.argv.slice(2);

const watch = `(() => {
  window.longest = { frame: 0, task: 0, frames: 0, blank: 0 };
  let last = performance.now();
  const frame = (now) => {
    longest.frame = Math.max(longest.frame, now - last);
    longest.frames += 1;
    if (document.querySelector('h1') === null) longest.blank += 1;
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest.task = Math.max(longest.task, duration);
  }).observe({ type: 'longtask' });
})()`;

await using simulator = await startSimulator({ port: 0, controlPort: 0, scenario: 'large' });
const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
await page.goto(simulator.consoleUrl ?? '');
await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
await page.getByRole('heading', { level: 1 }).waitFor();
await page.evaluate(watch);
const { requests, errors } = await autocannon({
  url: `${simulator.baseUrl}/store/orders/1`,
  method: 'DELETE',
  headers: { Authorization: 'Bearer test-api-key' },
  connections: 10,
  overallRate: 1000,
  duration: Number(seconds),
});
const { frame, task, frames, blank } = await page.evaluate<Record<string, number>>('longest');
console.log(
  `${place}: ${requests.average} requests/s for ${seconds} s, ${errors} errors; ${frames} frames, ` +
    `longest ${Math.round(frame ?? 0)} ms, longest task ${Math.round(task ?? 0)} ms, ${blank} frames without a heading`,
);
await browser.close();
