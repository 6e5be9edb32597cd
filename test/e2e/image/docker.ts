import { spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { newFolder } from '../../support/new-folder.ts';
import { type Ran, runToEnd } from '../../support/run-to-end.ts';

// The process that starts the workers sets it, so that two runs on one machine use separate images and containers.
process.env.SIM_TEST_RUN ??= `${process.pid}`;
const run = process.env.SIM_TEST_RUN;
/** The label of everything that the tests start, so that it can be found and removed. */
export const labels = { 'store-orders-sim.test': run } as const;
/** The same for the Docker client. */
export const label = `store-orders-sim.test=${run}`;
/** The image under test; built once for a run. */
export const image = process.env.SIM_TEST_IMAGE ?? `store-orders-sim:test-${run}`;
export const base = 'node:24-bookworm-slim';

export type Ended = Ran;

/** Runs the Docker client to its end. */
export const docker = (...args: readonly string[]): Promise<Ended> => runToEnd(['docker', ...args]);

/** Runs the Docker client and returns its output. Throws if it fails. */
export async function dockerText(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await docker(...args);
  if (code !== 0) throw new Error(`docker ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

/** Runs the image to its end: `run(['-e', 'SIM_SEED=1'], 'scenarios', 'list')`. */
export function runImage(options: readonly string[], ...command: readonly string[]): Promise<Ended> {
  return docker('run', '--rm', '--label', label, ...options, image, ...command);
}

/** A folder of the run with files, which every user of a container may read. */
export function mountable(files: Readonly<Record<string, string>>): string {
  const folder = newFolder();
  chmodSync(folder, 0o755);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

type Ports = Readonly<Record<string, readonly { readonly HostPort: string }[]>>;

/** Returns on which port of this machine a container publishes each of its ports. */
export async function portsOf(id: string): Promise<(port: number) => string | undefined> {
  const ports: Ports = JSON.parse(await dockerText('inspect', '-f', '{{json .NetworkSettings.Ports}}', id));
  return (port) => ports[`${port}/tcp`]?.[0]?.HostPort;
}

/** A container in the background. Disposing of it removes it. */
export class Container implements AsyncDisposable {
  readonly id: string;
  readonly #portOf: (port: number) => string | undefined;
  #healthEvents = 0;

  private constructor(id: string, portOf: (port: number) => string | undefined) {
    this.id = id;
    this.#portOf = portOf;
  }

  static async start(options: readonly string[] = [], ...command: readonly string[]): Promise<Container> {
    const published = ['-p', '127.0.0.1::4010', '-p', '127.0.0.1::4011'];
    const id = await dockerText('run', '-d', '--label', label, ...published, ...options, image, ...command);
    return new Container(id, await portsOf(id));
  }

  /** Starts a simulator and waits until it prints that it is ready. */
  static async ready(options: readonly string[] = [], ...command: readonly string[]): Promise<Container> {
    const container = await Container.start(options, ...command);
    await container.says('store-orders-sim ready');
    return container;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#portOf(4010)}`;
  }

  get controlUrl(): string {
    return `http://127.0.0.1:${this.#portOf(4011)}`;
  }

  list(path = '/v1/store/orders', key = 'test-api-key'): Promise<Response> {
    return fetch(this.origin + path, { headers: { Authorization: `Bearer ${key}` } });
  }

  async log(): Promise<string> {
    const { stdout, stderr } = await docker('logs', this.id);
    return stdout + stderr;
  }

  /** Resolves once the log contains a text. Throws the log if the container ends without it. */
  async says(text: string): Promise<void> {
    const child = spawn('docker', ['logs', '--follow', this.id], { stdio: ['ignore', 'pipe', 'pipe'] });
    let log = '';
    const found = await new Promise<boolean>((resolve) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          log += chunk;
          if (log.includes(text)) resolve(true);
        });
      child.once('close', () => resolve(false));
    });
    child.kill();
    if (!found) throw new Error(`the container ended without saying "${text}":\n${log}`);
  }

  /** Resolves with the next of these health states, by the events of the engine. Each event counts once. */
  async health(...wanted: readonly string[]): Promise<string> {
    const since = await this.inspect('{{.Created}}');
    const filters = ['--filter', `container=${this.id}`, '--filter', 'event=health_status'];
    const child = spawn('docker', ['events', '--since', since, ...filters, '--format', '{{.Action}}'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let skip = this.#healthEvents;
    for await (const line of createInterface(child.stdout)) {
      const state = line.replace('health_status: ', '');
      if (skip-- > 0) continue;
      this.#healthEvents += 1;
      if (!wanted.includes(state)) continue;
      child.kill();
      return state;
    }
    throw new Error('the engine sends no more events');
  }

  inspect(format: string): Promise<string> {
    return dockerText('inspect', '-f', format, this.id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await docker('rm', '--force', '--volumes', this.id);
  }
}
