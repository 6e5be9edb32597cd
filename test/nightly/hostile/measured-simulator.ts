import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type Memory = {
  /** Bytes of heap and buffers after a collection. */
  readonly held: number;
  /** Bytes of buffers after a collection. */
  readonly external: number;
  /** Bytes of the process. */
  readonly process: number;
};

export type MeasuredSimulator = {
  readonly origin: string;
  readonly controlUrl: string;
  memory(): Promise<Memory>;
  /** Returns true while the process runs. */
  alive(): boolean;
  end(): void;
};

const program = fileURLToPath(new URL('../../support/programs/measured-simulator.ts', import.meta.url));

/** Starts a simulator in its own process, which reports its memory. `atEnd` receives the function that ends it. */
export async function startMeasured(
  scenario: string,
  atEnd: (end: () => void) => void,
): Promise<MeasuredSimulator> {
  const child = fork(program, [scenario], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const end = (): void => void child.kill('SIGKILL');
  atEnd(end);
  const [{ baseUrl, controlUrl }] = await once(child, 'message');
  return {
    origin: new URL(baseUrl).origin,
    controlUrl,
    async memory() {
      child.send('memory');
      const [memory] = await once(child, 'message');
      return memory;
    },
    end,
    alive: () => child.exitCode === null && child.signalCode === null,
  };
}
