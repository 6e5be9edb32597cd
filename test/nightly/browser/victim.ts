import type { Session } from '../../../src/control-api.ts';
import type { Browser } from '../../../tools/browser.ts';
import { placed } from '../../support/an-environment.ts';
import { controlToken, openTestSimulator, testKey } from '../../support/open-test-simulator.ts';

/** Its policy runs no script that is in the page itself. */
const html = `<!doctype html><title>console</title><button>reset</button>
<script>document.title = 'a script has run'</script>
<img src="console/none.svg" onerror="document.title = 'a handler has run'">
<a href="javascript:document.title = 'a link has run'">link</a>`;

/** The browser of a person who is signed in to the console of a simulator, and whose page visits others. */
export type Victim = Awaited<ReturnType<typeof openVictim>>;

/** Opens a simulator, and signs in with a browser. */
export async function openVictim(browser: Browser) {
  const consoleFiles = async () => new Map([['index.html', Buffer.from(html)]]);
  const simulator = await openTestSimulator({ orders: [placed(1n)], consoleFiles });
  const headers = { Authorization: `Bearer ${testKey}` };
  /** Returns 409, until something has changed: then order 1 can be cancelled once more, or the key is not valid. */
  const state = async () =>
    (await fetch(`${simulator.baseUrl}/store/orders/1`, { method: 'DELETE', headers })).status;
  await state();
  const context = await browser.newContext();
  const signedIn = await context.request.post(`${simulator.controlUrl}/session`, {
    data: { token: controlToken },
  });
  const { csrf }: Session = await signedIn.json();
  return {
    simulator,
    context,
    page: await context.newPage(),
    csrf,
    state,
    [Symbol.asyncDispose]: async () => {
      await context.close();
      await simulator.stop(0);
    },
  };
}
