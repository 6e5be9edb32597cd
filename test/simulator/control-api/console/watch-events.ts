import { placed } from '../../../support/an-environment.ts';
import { createHandClock, type HandClock } from '../../../support/hand-clock.ts';
import {
  controlToken,
  openTestSimulator,
  type TestSimulator,
  type TestSimulatorOptions,
} from '../../../support/open-test-simulator.ts';
import { type EventReader, readEvents } from './event-reader.ts';

const token = { Authorization: `Bearer ${controlToken}` };

/** A simulator with a clock of its own, and a stream of its events. */
export type Watched = AsyncDisposable & {
  readonly simulator: TestSimulator;
  readonly machine: HandClock;
  readonly events: EventReader;
  /** Lets the time pass until the next message. */
  flush(): void;
  /** Sends a request to the control API. */
  control(method: string, path: string, body?: object): Promise<Response>;
};

/** Starts a simulator and opens a stream that has begun. */
export async function watch(options: TestSimulatorOptions = {}, query = ''): Promise<Watched> {
  const machine = createHandClock();
  const simulator = await openTestSimulator({ machine, orders: [placed(1n), placed(2n)], ...options });
  const events = await readEvents(simulator.controlUrl, token, query);
  await events.next();
  return {
    simulator,
    machine,
    events,
    flush: () => machine.advance(100),
    control: (method, path, body) =>
      fetch(simulator.controlUrl + path, {
        method,
        headers: { ...token, ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      }),
    [Symbol.asyncDispose]: async () => {
      events[Symbol.dispose]();
      await simulator.stop(0);
    },
  };
}
