import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/serve-here.ts';

const program = fileURLToPath(new URL('served-process.ts', import.meta.url));

/** A process that serves the environments of a store, which can be stopped, killed and started again on its ports. */
export class ServedProcess {
  readonly port: number;
  readonly controlPort: number;
  readonly #store: string;
  readonly #bug: string;
  #child: ChildProcess | undefined;
  /** Whether a balancer sends requests to it. */
  runs = false;
  /** What it wrote since it was ready. */
  #errors = '';

  private constructor(ports: readonly [number, number], store: string, bug: string) {
    [this.port, this.controlPort] = ports;
    this.#store = store;
    this.#bug = bug;
  }

  /** @param bug the name of a planted bug */
  static async start(store: string, bug = ''): Promise<ServedProcess> {
    const served = new ServedProcess([await freePort(), await freePort()], store, bug);
    await served.start();
    return served;
  }

  async start(): Promise<void> {
    const args = [program, this.#store, `${this.port}`, `${this.controlPort}`, this.#bug];
    const child = spawn(process.execPath, args, { stdio: 'pipe' });
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
}
