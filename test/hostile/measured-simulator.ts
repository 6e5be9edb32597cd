import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export type Memory = {
  /** Bytes of heap and buffers after a collection. */
  readonly held: number;
  /** Bytes of the process. */
  readonly process: number;
};

export type MeasuredSimulator = {
  readonly origin: string;
  readonly controlUrl: string;
  memory(): Promise<Memory>;
  /** Whether the process has neither ended nor been killed. */
  alive(): boolean;
};

const program = fileURLToPath(new URL('../fixtures/measured-simulator.ts', import.meta.url));

/** A simulator in a process of its own, whose memory can be asked. It ends with the test. */
export async function startMeasured(scenario = 'mixed'): Promise<MeasuredSimulator> {
  const child = fork(program, [scenario], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [{ baseUrl, controlUrl }] = await once(child, 'message');
  return {
    origin: new URL(baseUrl).origin,
    controlUrl,
    async memory() {
      child.send('memory');
      const [memory] = await once(child, 'message');
      return memory;
    },
    alive: () => child.exitCode === null && child.signalCode === null,
  };
}
