import { get as getHttp } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readSettings } from '../settings/settings.ts';
import type { Settings } from '../settings/settings-table.ts';
import { UserError } from '../shared/user-error.ts';

/** What `healthcheck --help` says. */
export const healthcheckDetails = `
Asks the simulator on this machine whether it is ready, within 2 seconds. It finds it by the variables that the
simulator reads (SIM_PORT, PORT, SIM_CONTROL_PORT, SIM_CONTROL, SIM_HOST, SIM_TLS, SIM_CONFIG, …), not by its flags.
With the control API on, its /readyz has to answer 200 and the service's port has to be open; with it off, the service
has to give any HTTP answer.

Options:
  --stay SECONDS  for container engines that start a probe every second: once the simulator has been ready, stay and ask
                  every 2 seconds for so long, and end at once when it is not ready

Exit codes: 0 ready, 2 wrong usage or setting, 3 not ready
`;

/** Whom to ask, and which answer means ready. */
export type HealthTarget = {
  readonly url: string;
  readonly setting: string;
  readonly accepts: 'any' | 200;
  /** A port that has to be open besides. Nothing is sent there: a request would stand in the journal. */
  readonly open?: { readonly host: string; readonly port: number };
};

/** Resolves when the simulator is ready; throws a UserError (exit code 3) that says why it is not. */
export async function healthcheck(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`Usage: store-orders-sim healthcheck\n${healthcheckDetails}`);
    return;
  }
  const staySeconds = readStay(args);
  const { settings } = await readSettings();
  const target = healthTarget(settings);
  const once = () => ask(target, AbortSignal.timeout(askMs));
  if (staySeconds === undefined) return once();
  const { askAndStay, sharedNote } = await import('./healthcheck-stay.ts');
  const note = sharedNote(target.url);
  await askAndStay({ ask: once, note, turns: Math.ceil(staySeconds / 2), pause: () => sleep(2000) });
}

const askMs = 2000;

function readStay(args: readonly string[]): number | undefined {
  const [flag, seconds, ...rest] = args;
  if (flag === undefined) return undefined;
  if (flag !== '--stay' || rest.length > 0)
    throw new UserError({ where: rest[0] ?? flag, what: 'is unknown to healthcheck', hint: 'see --help' });
  if (seconds !== undefined && /^[1-9]\d{0,3}$/.test(seconds)) return Number(seconds);
  throw new UserError({
    where: flag,
    what: seconds === undefined ? 'has no value' : `"${seconds}" is no number of seconds`,
    expected: 'a whole number of seconds from 1 to 9999',
  });
}

/** Where the simulator of these settings is asked. A fixed port is needed: a free one is known to its process alone. */
export function healthTarget(settings: Settings): HealthTarget {
  const { control, port, host, controlPort, controlHost } = settings;
  const setting = control ? 'SIM_CONTROL_PORT' : 'SIM_PORT';
  if ((control ? controlPort : port) === 0) {
    throw new UserError({
      where: setting,
      what: 'is 0, so that nobody knows which port to ask',
      expected: 'a port',
    });
  }
  if (control) {
    const open = port === 0 ? {} : { open: { host: reachable(host), port } };
    return { url: `http://${near(controlHost)}:${controlPort}/readyz`, setting, accepts: 200, ...open };
  }
  const scheme = settings.tls !== 'off' || settings.tlsCert !== undefined ? 'https' : 'http';
  return { url: `${scheme}://${near(host)}:${port}/v1/store/orders`, setting, accepts: 'any' };
}

/** Asks once; `deadline` ends the wait. */
export async function ask(target: HealthTarget, deadline: AbortSignal): Promise<void> {
  await askOverHttp(target, deadline);
  if (target.open !== undefined) await isOpen(target.open, deadline);
}

function isOpen({ host, port }: { host: string; port: number }, deadline: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal: deadline });
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const what = `the service's port ${host}:${port} cannot be reached (${error.code ?? error.message})`;
      reject(new UserError({ what, hint: 'is SIM_PORT its port?' }, 3));
    });
  });
}

function askOverHttp({ url, setting, accepts }: HealthTarget, deadline: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void =>
      reject(new UserError({ what: `${url} ${why}`, hint: `is it running, and is ${setting} its port?` }, 3));
    // It is our own certificate, on our own machine, and nothing secret is sent.
    const options = { signal: deadline, agent: false, rejectUnauthorized: false };
    const get = url.startsWith('https:') ? process.getBuiltinModule('node:https').get : getHttp;
    get(url, options, (response) => {
      response.destroy();
      if (accepts === 'any' || response.statusCode === accepts) resolve();
      else fail(`answered ${response.statusCode}`);
    }).on('error', (error: NodeJS.ErrnoException) =>
      fail(
        error.name === 'AbortError'
          ? 'did not answer in time'
          : `cannot be reached (${error.code ?? error.message})`,
      ),
    );
  });
}

/** An address that means all of them is reached on the loopback. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}

function near(host: string): string {
  const address = reachable(host);
  return address.includes(':') ? `[${address}]` : address;
}
