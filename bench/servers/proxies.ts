import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/helpers/free-port.ts';
import { has } from '../machine.ts';
import type { ServerCommand } from '../server-process.ts';

/** A proxy in front of an upstream. */
export type ProxyServer = {
  readonly name: string;
  command(upstream: string, folder: string): Promise<ServerCommand>;
};

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The forwarding part of `proxy UPSTREAM`. */
export const forwardOnly: ProxyServer = {
  name: 'forward only',
  command: async (upstream) => ({
    name: 'forward only',
    command: [process.execPath, fileOf('forward-only.ts'), upstream],
  }),
};

/** `proxy UPSTREAM`, which judges. */
export const judging: ProxyServer = {
  name: 'judging',
  command: async (upstream) => ({
    name: 'judging',
    command: [process.execPath, fileOf('judging.ts'), upstream],
  }),
};

/** A proxy of Node's `http`. */
const httpxy: ProxyServer = {
  name: 'httpxy',
  command: async (upstream) => ({
    name: 'httpxy',
    command: [process.execPath, fileOf('httpxy.mjs'), upstream],
  }),
};

/** HAProxy with one thread. */
const haproxy: ProxyServer = {
  name: 'HAProxy',
  command: async (upstream, folder) => {
    const port = await freePort();
    const file = join(folder, 'haproxy.cfg');
    await writeFile(
      file,
      `global
  nbthread 1
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend front
  bind 127.0.0.1:${port}
  default_backend back
backend back
  server upstream ${new URL(upstream).host}
`,
    );
    return { name: 'HAProxy', command: ['haproxy', '-q', '-f', file], origin: `http://127.0.0.1:${port}` };
  },
};

/** The proxies to compare with; HAProxy if it is installed. `least`: how much faster ours has to be. */
export const otherProxies: readonly { readonly proxy: ProxyServer; readonly least?: number }[] = [
  { proxy: httpxy, least: 1 },
  ...(has('haproxy') ? [{ proxy: haproxy }] : []),
];
