import { getContainerRuntimeClient, type WaitStrategy } from 'testcontainers';

type Container = Parameters<WaitStrategy['waitUntilReady']>[0];

const pollIntervalMs = 50;

/**
 * Waits until the health check of the image passes. Unlike `Wait.forHealthCheck()` of Testcontainers, it rejects as soon
 * as the container exits, and its error contains the end of the log, because Testcontainers then removes the container.
 */
export class WaitUntilHealthy implements WaitStrategy {
  #timeoutMs = 60_000;
  #timeoutSet = false;

  async waitUntilReady(container: Container): Promise<void> {
    const client = await getContainerRuntimeClient();
    const until = Date.now() + this.#timeoutMs;
    for (;;) {
      const { State: state } = await client.container.inspect(container);
      if (state.Health?.Status === 'healthy') return;
      const failure = failureOf(state, Date.now() >= until ? this.#timeoutMs : undefined);
      if (failure !== undefined)
        throw new Error(`${failure}; the end of its log:\n${await endOfLog(container)}`);
      await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
    }
  }

  withStartupTimeout(startupTimeoutMs: number): this {
    this.#timeoutMs = startupTimeoutMs;
    this.#timeoutSet = true;
    return this;
  }

  isStartupTimeoutSet(): boolean {
    return this.#timeoutSet;
  }

  getStartupTimeout(): number {
    return this.#timeoutMs;
  }
}

type State = {
  readonly Running: boolean;
  readonly ExitCode: number;
  readonly Health?: { Status: string } | undefined;
};

function failureOf(state: State, timedOutMs: number | undefined): string | undefined {
  if (!state.Running) return `store-orders-sim exited with exit code ${state.ExitCode} before it was ready`;
  if (state.Health === undefined || state.Health.Status === 'none')
    return 'the image has no health check: use the image of store-orders-sim';
  if (state.Health.Status === 'unhealthy') return 'store-orders-sim is unhealthy';
  return timedOutMs === undefined ? undefined : `store-orders-sim was not healthy after ${timedOutMs} ms`;
}

async function endOfLog(container: Container): Promise<string> {
  const frames = await container.logs({ follow: false, stdout: true, stderr: true, tail: 20 });
  const lines = textOf(frames).trimEnd().split('\n');
  return lines.join('') === '' ? '  (empty)' : lines.map((line) => `  ${line}`).join('\n');
}

/** Decodes the frames of Docker: one byte for the stream, three zeros, the length in four bytes, the text. */
function textOf(frames: Buffer): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no line of a log contains such a head
  const text = frames.toString('latin1').replace(/[\x01\x02]\0{3}.{4}/gs, '');
  return Buffer.from(text, 'latin1').toString();
}
