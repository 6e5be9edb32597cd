import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect } from 'node:net';
import { parseArgs } from 'node:util';
import { processVariables } from '../options/process-variables.ts';
import { UserError } from '../user-error.ts';

export const healthcheckHelp = `
Checks within 2 seconds whether the simulator on this machine is ready: GET /readyz at the port of the control API, which
is --control-port of the first process of a container, else SIM_CONTROL_PORT, else 4011. Without the control API
(--control off, SIM_CONTROL=off), whether the port of the service is open: SIM_PORT, PORT, else 4010.

Exit codes: 0 ready, 2 invalid usage, 3 not ready
`;

/** The command `healthcheck`: resolves if the simulator is ready, else throws a UserError with exit code 3. */
export async function healthcheck(
  args: readonly string[],
  variables = processVariables(),
  served = argumentsOfServer(),
  signal = AbortSignal.timeout(2000),
): Promise<void> {
  const [unknown] = args;
  if (unknown === '--help' || unknown === '-h')
    return void process.stdout.write(`Usage: store-orders-sim healthcheck\n${healthcheckHelp}`);
  if (unknown !== undefined)
    throw new UserError({ where: unknown, what: 'is not an option of healthcheck', hint: 'see --help' });
  const options = { control: { type: 'string' }, 'control-port': { type: 'string' } } as const;
  // With `docker run --init`, the first process is: docker-init -- node …
  const flags = served.slice(served.indexOf('--') + 1);
  const { values } = parseArgs({ args: flags, options, strict: false });
  const isOff = /^(?:off|false|no|0)$/i.test(String(values.control ?? variables.SIM_CONTROL));
  const port = isOff
    ? variables.SIM_PORT || variables.PORT || '4010'
    : String(values['control-port'] ?? (variables.SIM_CONTROL_PORT || '4011'));
  const refuse = (why: string): never => {
    const hint = `is it running, and is ${isOff ? 'SIM_PORT' : 'SIM_CONTROL_PORT'} its port?`;
    throw new UserError({ what: `port ${port} ${why}`, hint }, 3);
  };
  const opened = isOff
    ? connect({ port: Number(port), signal })
    : get({ port, path: '/readyz', signal, agent: false });
  const [response] = await once(opened, isOff ? 'connect' : 'response').catch(
    ({ name, code, message }: NodeJS.ErrnoException) =>
      refuse(name === 'AbortError' ? 'did not respond in time' : `is unreachable (${code ?? message})`),
  );
  opened.destroy();
  if (!isOff && response.statusCode !== 200) refuse(`responded to GET /readyz with ${response.statusCode}`);
}

/** Returns the arguments of the first process, which in a container is the simulator: `docker run IMAGE --control-port 5000`. */
function argumentsOfServer(): readonly string[] {
  try {
    return readFileSync('/proc/1/cmdline', 'utf8').split('\0');
  } catch {
    return [];
  }
}
