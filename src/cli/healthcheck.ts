import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect } from 'node:net';
import { processVariables } from '../options/process-variables.ts';
import { UserError } from '../user-error.ts';

export const healthcheckHelp = `
Checks within 2 seconds whether the simulator on this machine is ready: GET /readyz at the port of the control API, which
is --control-port of the first process of a container, else SIM_CONTROL_PORT, else 4011. Without the control API
(--control off, SIM_CONTROL=off), whether the port of the service is open: --port, SIM_PORT, PORT, else 4010.

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
  const find = (flag: string, ...names: readonly string[]): string | undefined =>
    textOf(flag, served) ?? names.map((name) => variables[name]).find(Boolean);
  const hasControl = !/^(?:off|false|no|0)$/i.test(find('--control', 'SIM_CONTROL') ?? 'on');
  const setting = hasControl ? 'SIM_CONTROL_PORT' : 'SIM_PORT';
  const port = hasControl
    ? (find('--control-port', 'SIM_CONTROL_PORT') ?? '4011')
    : (find('--port', 'SIM_PORT', 'PORT') ?? '4010');
  const refuse = (why: string): never => {
    throw new UserError(
      { what: `port ${port} ${why}`, hint: `is it running, and is ${setting} its port?` },
      3,
    );
  };
  const failed = ({ name, code, message }: NodeJS.ErrnoException): never =>
    refuse(name === 'AbortError' ? 'did not respond in time' : `is unreachable (${code ?? message})`);
  if (!hasControl) {
    const socket = connect({ port: Number(port), signal });
    await once(socket, 'connect').catch(failed);
    return void socket.destroy();
  }
  const request = get({ port, path: '/readyz', signal, agent: false });
  const [response] = await once(request, 'response').catch(failed);
  response.destroy();
  if (response.statusCode !== 200) refuse(`responded to GET /readyz with ${response.statusCode}`);
}

/** Returns the arguments of the first process of a container if it is a simulator: `docker run IMAGE --port 5000`. */
function argumentsOfServer(): readonly string[] {
  try {
    const args = readFileSync('/proc/1/cmdline', 'utf8').split('\0');
    return args.slice(
      1 + args.findIndex((arg) => /(?:^|\/)(?:store-orders-sim|dist\/cli\/main\.cjs)$/.test(arg)) ||
        args.length,
    );
  } catch {
    return [];
  }
}

function textOf(flag: string, args: readonly string[]): string | undefined {
  const at = args.findLastIndex((arg) => arg === flag || arg.startsWith(`${flag}=`));
  const inline = args[at]?.slice(flag.length + 1);
  return at < 0 ? undefined : inline || args[at + 1];
}
