import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const prismBinary = require.resolve('@stoplight/prism-cli/dist/index.js');
const contract = fileURLToPath(new URL('../../openapi/store-orders.yaml', import.meta.url));

type Proxy = AsyncDisposable & { readonly origin: string };

/** Runs the unmodified `prism proxy --errors` in front of `upstream`, the base address of a service. */
export async function startPrismProxy(upstream: string): Promise<Proxy> {
  // Without --multiprocess=false, Prism 5.16 exits immediately if NODE_ENV is production.
  const flags = ['--errors', '--multiprocess=false', '--host', '127.0.0.1', '--port', '0'];
  const child = spawn(process.execPath, [prismBinary, 'proxy', contract, upstream, ...flags], {
    env: { PATH: process.env.PATH, SCARF_ANALYTICS: 'false' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await originOf(child);
  return {
    origin,
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

async function originOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('Prism has no output.');
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /Prism is listening on (http:\S+)/.exec(line)?.[1];
    if (address !== undefined) {
      child.stdout.resume();
      return address;
    }
  }
  throw new Error('Prism ended before it listened.');
}

/** Returns the status of a request through the proxy, or 500 with the violations that Prism found. */
export async function throughPrism(
  proxy: Proxy,
  method: 'GET' | 'DELETE',
  path: string,
  apiKey = 'key',
): Promise<{ readonly status: number; readonly violations: readonly string[] }> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${proxy.origin}${path}`, { method, headers });
  const text = await response.text();
  const body = text.startsWith('{') ? (JSON.parse(text) as { validation?: { message: string }[] }) : {};
  return { status: response.status, violations: (body.validation ?? []).map(({ message }) => message) };
}
