import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/free-port.ts';

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
  /** What it wrote since it was ready. */
  #errors = '';

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
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    this.runs = child.exitCode === null;
    if (!this.runs) return;
    this.#child = child;
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      this.#errors += part;
    });
  }

  /** SIGSTOP ends the requests to it, not those that it has. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.runs = name === 'SIGCONT';
    this.#child?.kill(name);
  }

  /** Throws if it ended by itself or reported an error that it did not expect. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    this.runs = false;
    if (child === undefined) return;
    const closed = child.stderr?.closed === true ? undefined : once(child, 'close');
    child.kill('SIGKILL');
    await closed;
    if (child.exitCode !== null || /^ +at /m.test(this.#errors))
      throw new Error(`a process failed:\n${this.#errors}`);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill();
  }
}
