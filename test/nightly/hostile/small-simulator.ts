import { ControlClient } from '../../../src/client/index.ts';
import { main, type Program, startProgram } from '../../support/run-program.ts';

export const token = 'token-of-the-test';

export type SmallSimulator = {
  readonly program: Program;
  /** The origin of the service. */
  readonly serviceUrl: string;
  /** The origin of the control API. */
  readonly url: string;
  readonly control: ControlClient;
};

/** Starts `serve` with a heap as in a small container. `args` are further flags. */
export async function startSmall(args: readonly string[] = [], heap = 64): Promise<SmallSimulator> {
  const variables = { NODE_OPTIONS: `--max-old-space-size=${heap}`, SIM_CONTROL_TOKEN: token };
  const program = startProgram(main, ['serve', '--port', '0', '--control-port', '0', ...args], { variables });
  const [found] = await program.said(/ready: (http:\S+?)\/v1[\s\S]*?(http:\S+) \(control\)/g);
  const [, serviceUrl = '', url = ''] = found ?? [];
  return { program, serviceUrl, url, control: new ControlClient({ url, token, serviceUrl }) };
}
