import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Where Chromium is on this machine; undefined where there is none. */
export const chromiumPath: string | undefined = places.find(
  (place) => place !== undefined && existsSync(place),
);

/** Starts Chromium with every defence of its own switched off that could hide that ours is missing. */
export function openBrowser(hostRules = ''): Promise<Browser> {
  const rules = hostRules === '' ? [] : [`--host-resolver-rules=${hostRules}`];
  const off =
    'LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests,PrivateNetworkAccessSendPreflights';
  return chromium.launch({
    executablePath: chromiumPath ?? '',
    args: ['--no-sandbox', `--disable-features=${off}`, ...rules],
  });
}
