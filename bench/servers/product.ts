import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { ServerCommand } from '../server-process.ts';

/** The published command line. */
export const main: string = fileURLToPath(new URL('../../dist/cli/main.cjs', import.meta.url));

/** The product as shipped, with default settings. */
export function product(scenario: string, ...flags: readonly string[]): ServerCommand {
  const command = [
    process.execPath,
    main,
    '--scenario',
    scenario,
    '--port',
    '0',
    '--control-port',
    '0',
    ...flags,
  ];
  return {
    name: 'store-orders-sim',
    command,
    reset: async ({ said }) => void (await control(said, 'POST', '/environments/production/reset')),
  };
}

/** Sends a request to the control API of a started product. Returns the body. */
export async function control(said: string, method: string, path: string, body?: unknown): Promise<string> {
  const origin = /(http:\S+) \(control\)/.exec(said)?.[1];
  const token = /control token: (\w+)/.exec(said)?.[1];
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = request(`${origin}${path}`, { method, headers });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = await once(sent, 'response');
  let text = '';
  for await (const chunk of answer) text += chunk;
  if (answer.statusCode >= 300)
    throw new Error(`${method} ${path} was answered ${answer.statusCode}: ${text}`);
  return text;
}

/** The baseline over the orders of a JSON scenario. */
export function raw(scenario: string): ServerCommand {
  const file = fileURLToPath(new URL('raw.mjs', import.meta.url));
  return {
    name: 'raw',
    command: [process.execPath, file, scenario],
    reset: async ({ pid }) => void process.kill(pid, 'SIGUSR2'),
  };
}
