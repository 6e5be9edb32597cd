import { getContainerRuntimeClient, type WaitStrategy } from 'testcontainers';
import { lastLogLines } from './last-log-lines.ts';

type Container = Parameters<WaitStrategy['waitUntilReady']>[0];

const betweenLooksMs = 50;

/**
 * Waits until the image's health check has passed. Unlike Testcontainers' own strategy it ends as soon as the container
 * has ended, and its error has the last lines of the log: by the time the caller sees it, the container is gone.
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
        throw new Error(`${failure}; the end of its log:\n${await lastLogLines(container)}`);
      await new Promise((resolve) => setTimeout(resolve, betweenLooksMs));
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
  if (!state.Running) return `store-orders-sim ended with exit code ${state.ExitCode} before it was ready`;
  if (state.Health === undefined || state.Health.Status === 'none')
    return 'the image has no health check: is it the image of store-orders-sim?';
  if (state.Health.Status === 'unhealthy') return 'store-orders-sim is unhealthy';
  return timedOutMs === undefined ? undefined : `store-orders-sim was not healthy after ${timedOutMs} ms`;
}
