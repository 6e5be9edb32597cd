import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { readSettings } from '../settings/settings.ts';
import type { Settings } from '../settings/settings-table.ts';
import { UserError } from '../user-error.ts';

/** What `healthcheck --help` says. */
export const healthcheckDetails = `
Asks the simulator on this machine whether it is ready, within 2 seconds. It finds it by the variables that the
simulator reads (SIM_PORT, PORT, SIM_CONTROL_PORT, SIM_CONTROL, SIM_HOST, SIM_TLS, SIM_CONFIG, …), not by its flags.
With the control API on, its /readyz has to answer 200; with it off, the service has to give any HTTP answer.

Exit codes: 0 ready, 2 wrong usage or setting, 3 not ready
`;

/** Whom to ask, and which answer means ready. */
export type HealthTarget = { readonly url: string; readonly setting: string; readonly accepts: 'any' | 200 };

/** Resolves when the simulator is ready; throws a UserError (exit code 3) that says why it is not. */
export async function healthcheck(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`Usage: store-orders-sim healthcheck\n${healthcheckDetails}`);
    return;
  }
  if (args.length > 0)
    throw new UserError({ where: args[0] ?? '', what: 'is unknown to healthcheck', hint: 'see --help' });
  const { settings } = await readSettings();
  await ask(healthTarget(settings), AbortSignal.timeout(2000));
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
  if (control) return { url: `http://${near(controlHost)}:${controlPort}/readyz`, setting, accepts: 200 };
  const scheme = settings.tls !== 'off' || settings.tlsCert !== undefined ? 'https' : 'http';
  return { url: `${scheme}://${near(host)}:${port}/v1/store/orders`, setting, accepts: 'any' };
}

/** Asks once; `deadline` ends the wait. */
export function ask({ url, setting, accepts }: HealthTarget, deadline: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void =>
      reject(new UserError({ what: `${url} ${why}`, hint: `is it running, and is ${setting} its port?` }, 3));
    // It is our own certificate, on our own machine, and nothing secret is sent.
    const options = { signal: deadline, agent: false, rejectUnauthorized: false };
    const get = url.startsWith('https:') ? getHttps : getHttp;
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

function near(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
