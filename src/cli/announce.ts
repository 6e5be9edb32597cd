import { isWildcard } from '../http/listen.ts';
import type { SettingsReading } from '../options/settings.ts';
import type { SettingKey } from '../options/settings-table.ts';
import { quote } from '../report/shell-words.ts';
import type { Simulator } from '../simulator/start-simulator.ts';
import type { Paint } from './logger.ts';

export type Announced = Pick<
  Simulator,
  'baseUrl' | 'stagingBaseUrl' | 'controlUrl' | 'controlToken' | 'consoleUrl'
>;

/**
 * Returns what the start prints for people, and for tools that wait for it: the addresses, the keys, the token, and a `curl` that
 * works as it is. A key or token that was set is not printed, since the output of CI jobs is often public; neither is then the
 * code that signs in to the console.
 */
export function announcement(
  { baseUrl, stagingBaseUrl, controlUrl, controlToken, consoleUrl }: Announced,
  { settings, sources }: SettingsReading,
  paint: Paint,
): string {
  const control = controlUrl === undefined ? '' : `, ${controlUrl} (control)`;
  const keys = (key: 'apiKey' | 'stagingApiKey') => given(key, sources) ?? settings[key].join(', ');
  const token =
    given('controlToken', sources) ??
    `${controlToken} (generated for this run; set SIM_CONTROL_TOKEN to choose one)`;
  const link =
    given('controlToken', sources) === undefined
      ? `${consoleUrl} (in a browser; signs in once)`
      : `${controlUrl}/ (in a browser; sign in with the control token)`;
  // Tools read the lines before the last, so only that one is painted.
  const lines = [
    `store-orders-sim ready: ${baseUrl} (production), ${stagingBaseUrl} (staging)${control}`,
    `API keys: ${keys('apiKey')} (production), ${keys('stagingApiKey')} (staging)`,
    ...(controlUrl === undefined ? [] : [`control token: ${token}`, `console: ${link}`]),
    `try: ${paint('cyan', curl(baseUrl, { settings, sources }))}`,
  ];
  if (isWildcard(settings.host) && settings.publicUrl === undefined)
    lines.push(
      'addresses: as on this machine or in this container; if ports are mapped, use the mapped ones',
    );
  return `${lines.join('\n')}\n`;
}

/** Returns where a secret was set, or undefined if it has its default. */
function given(key: SettingKey, sources: SettingsReading['sources']): string | undefined {
  return sources[key] === 'default' ? undefined : `as set by ${sources[key]}`;
}

/** A default key is public, and needs no quoting. */
function curl(baseUrl: string, { settings, sources }: SettingsReading): string {
  const isDefault = sources.apiKey === 'default';
  const key = isDefault ? (settings.apiKey[0] ?? '') : '$API_KEY';
  const ca = settings.tls === 'self-signed' ? ` --cacert ${quote(settings.tlsCaFile)}` : '';
  return `curl${ca} -H "Authorization: Bearer ${key}" ${baseUrl}/store/orders`;
}
