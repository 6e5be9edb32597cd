import { existsSync } from 'node:fs';
import { type Browser, chromium } from '../../../tools/browser.ts';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts Chromium without those of its defences that could hide that ours is missing. */
export function openBrowser(hostRules = ''): Promise<Browser> {
  const rules = hostRules === '' ? [] : [`--host-resolver-rules=${hostRules}`];
  const off =
    'LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests,PrivateNetworkAccessSendPreflights';
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? places.find((place) => existsSync(place)) ?? 'chromium',
    args: ['--no-sandbox', `--disable-features=${off}`, ...rules],
  });
}
