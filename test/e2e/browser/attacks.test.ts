import { expect, test } from 'vitest';
import { controlToken } from '../../support/open-test-simulator.ts';
import { attacks, serveForeignPage } from './foreign-page.ts';
import { useBrowser } from './use-browser.ts';
import { openVictim } from './victim.ts';

const browser = useBrowser();

// All rows are in test/nightly/browser/control-attacks.test.ts.
test.each(['a fetch with cookies and a stolen CSRF token', 'a DELETE with the token', 'a form'])(
  '%s of a foreign page changes nothing and reads nothing, though the person is signed in',
  async (name) => {
    await using victim = await openVictim(browser());
    await using foreign = await serveForeignPage();
    await victim.page.goto(foreign.origin);
    const target = `${victim.simulator.controlUrl}/environments/production/reset`;
    const read = await attacks[name]?.(victim.page, target, { token: controlToken, csrf: victim.csrf });
    expect([read, await victim.state()]).toEqual(['', 409]);
  },
);
