import { existsSync } from 'node:fs';
import { type Browser, chromium } from '../../../tools/browser.ts';

const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The path of Chromium on this machine, or undefined. */
export const chromiumPath: string | undefined = places.find(
  (place) => place !== undefined && existsSync(place),
);

/** Starts Chromium without those of its defences that could hide that ours is missing. */
export function openBrowser(hostRules = ''): Promise<Browser> {
  const rules = hostRules === '' ? [] : [`--host-resolver-rules=${hostRules}`];
  const off =
    'LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests,PrivateNetworkAccessSendPreflights';
  return chromium.launch({
    executablePath: chromiumPath ?? '',
    args: ['--no-sandbox', `--disable-features=${off}`, ...rules],
  });
}
