import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../helpers/free-port.ts';

const program = fileURLToPath(new URL('served-process.ts', import.meta.url));

export type ProcessOptions = {
  /** The name of a planted bug. */
  readonly bug?: string | undefined;
  /** The file of a certificate that the process trusts. */
  readonly authority?: string | undefined;
};

/** A process that serves the environments of a store, which can be stopped, killed and started again on its ports. */
export class ServedProcess implements AsyncDisposable {
  readonly port: number;
  readonly controlPort: number;
  readonly #store: string;
  readonly #options: ProcessOptions;
  #child: ChildProcess | undefined;
  /** Whether a balancer sends requests to it. */
  runs = false;
  /** What it wrote before it ended by itself. */
  readonly crashes: string[] = [];

  private constructor(ports: readonly [number, number], store: string, options: ProcessOptions) {
    [this.port, this.controlPort] = ports;
    this.#store = store;
    this.#options = options;
  }

  static async start(store: string, options: ProcessOptions = {}): Promise<ServedProcess> {
    const served = new ServedProcess([await freePort(), await freePort()], store, options);
    await served.start();
    return served;
  }

  async start(): Promise<void> {
    const { bug = '', authority = '' } = this.#options;
    const child = spawn(
      process.execPath,
      [program, this.#store, `${this.port}`, `${this.controlPort}`, bug],
      {
        stdio: 'pipe',
        env: { ...process.env, NODE_EXTRA_CA_CERTS: authority },
      },
    );
    this.#child = child;
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      errors = (errors + part).slice(-2_000);
    });
    child.on('close', (code) => {
      if (code !== null) this.crashes.push(errors);
    });
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    this.runs = child.exitCode === null;
  }

  /** SIGSTOP ends the requests to it, not those that it has. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.runs = name === 'SIGCONT';
    this.#child?.kill(name);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.runs = false;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill();
  }
}
