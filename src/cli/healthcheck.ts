import { once } from 'node:events';
import { get as getHttp } from 'node:http';
import { connect } from 'node:net';
import { hostInUrl, isWildcard } from '../http/listen.ts';
import { readSettings } from '../options/settings.ts';
import type { Settings } from '../options/settings-table.ts';
import { UserError } from '../user-error.ts';
import { flagsOfMainProcess } from './main-process.ts';

export const healthcheckHelp = `
Checks within 2 seconds whether the simulator on this machine is ready. Reads its address from the variables of the
simulator (SIM_PORT, PORT, SIM_CONTROL_PORT, SIM_CONTROL, SIM_HOST, SIM_TLS, SIM_CONFIG, …), and in a container from its flags.
With the control API on, /readyz must respond with 200, and the port of the service must be open. With the control API
off, the service must respond with any status.

Exit codes: 0 ready, 2 invalid usage or setting, 3 not ready
`;

/** The address to check, and the responses that mean ready. */
export type HealthTarget = {
  readonly url: string;
  readonly setting: string;
  readonly accepts: 'any' | 200;
  /** A port that must be open too. Nothing is sent to it, because the journal would record a request. */
  readonly open?: { readonly host: string; readonly port: number };
};

/** The command `healthcheck`: resolves if the simulator is ready, else throws a UserError with exit code 3. */
export async function healthcheck(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`Usage: store-orders-sim healthcheck\n${healthcheckHelp}`);
    return;
  }
  const [unknown] = args;
  if (unknown !== undefined)
    throw new UserError({ where: unknown, what: 'is not an option of healthcheck', hint: 'see --help' });
  const target = healthTarget((await readSettings(flagsOfMainProcess())).settings);
  await checkHealth(target, AbortSignal.timeout(2000));
}

/** Returns the target for the settings of a simulator. Throws a UserError for port 0, which only its process knows. */
export function healthTarget(settings: Settings): HealthTarget {
  const { control, port, host, controlPort, controlHost } = settings;
  const setting = control ? 'SIM_CONTROL_PORT' : 'SIM_PORT';
  if ((control ? controlPort : port) === 0) {
    const what = 'is 0, so the port of the simulator is unknown';
    throw new UserError({ where: setting, what, expected: 'a fixed port' });
  }
  if (control) {
    const open = port === 0 ? {} : { open: { host: reachable(host), port } };
    return { url: `http://${inUrl(controlHost)}:${controlPort}/readyz`, setting, accepts: 200, ...open };
  }
  const scheme = settings.tls !== 'off' || settings.tlsCert !== undefined ? 'https' : 'http';
  return { url: `${scheme}://${inUrl(host)}:${port}/v1/store/orders`, setting, accepts: 'any' };
}

/** Checks a target once. Rejects with a UserError if it is not ready before `deadline` aborts. */
export async function checkHealth(target: HealthTarget, deadline: AbortSignal): Promise<void> {
  await request(target, deadline);
  if (target.open !== undefined) await connectTo(target.open, deadline);
}

async function request({ url, setting, accepts }: HealthTarget, deadline: AbortSignal): Promise<void> {
  const fail = (why: string): never => {
    throw new UserError({ what: `${url} ${why}`, hint: `is it running, and is ${setting} its port?` }, 3);
  };
  // The certificate is the simulator's own, the address is local, and nothing secret is sent.
  const options = { signal: deadline, agent: false, rejectUnauthorized: false };
  const get = url.startsWith('https:') ? process.getBuiltinModule('node:https').get : getHttp;
  const [response] = await once(get(url, options), 'response').catch((error: NodeJS.ErrnoException) =>
    fail(error.name === 'AbortError' ? 'did not respond in time' : `is unreachable (${reason(error)})`),
  );
  response.destroy();
  if (accepts !== 'any' && response.statusCode !== accepts) fail(`responded with ${response.statusCode}`);
}

async function connectTo({ host, port }: { host: string; port: number }, signal: AbortSignal): Promise<void> {
  const socket = connect({ host, port, signal });
  await once(socket, 'connect').catch((error: NodeJS.ErrnoException) => {
    const what = `the port of the service, ${host}:${port}, is unreachable (${reason(error)})`;
    throw new UserError({ what, hint: 'is SIM_PORT correct?' }, 3);
  });
  socket.destroy();
}

function reason({ code, message }: NodeJS.ErrnoException): string {
  return code ?? message;
}

/** Replaces an address that means every interface by the loopback address. */
function reachable(host: string): string {
  if (!isWildcard(host)) return host;
  return host === '::' ? '::1' : '127.0.0.1';
}

function inUrl(host: string): string {
  return hostInUrl(reachable(host));
}
