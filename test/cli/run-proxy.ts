import { proxyCommand } from '../../src/cli/proxy.ts';
import { startProxy } from '../../src/traffic/proxy/start-proxy.ts';
import { startHere } from './run-here.ts';

/** Starts `proxy` in this process. */
export function startProxyCommand(args: readonly string[], start: typeof startProxy = startProxy) {
  return startHere((context) => proxyCommand(context, start), args);
}

/** Starts `proxy` on a free port. Returns the base address for clients, too. */
export async function openProxyCommand(args: readonly string[], start?: typeof startProxy) {
  const running = startProxyCommand(['--port', '0', ...args], start);
  const [, baseUrl = ''] = await running.said(/ready: (\S+) →/);
  return { ...running, baseUrl };
}
