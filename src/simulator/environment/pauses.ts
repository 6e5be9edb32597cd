import type { Clock } from './clock.ts';

/** The waits of one state of an environment: they all end with it. */
export interface Pauses {
  /** Waits on the machine's clock; ends at once, without an error, when `signal` aborts or the state ends. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
  /** Aborts when the state ends. */
  readonly ended: AbortSignal;
  /** Ends every wait, and every later one before it begins: the state was replaced, or the simulator stops. */
  end(): void;
}

/** Makes the waits of a state that begins. */
export function createPauses(machine: Clock): Pauses {
  const life = new AbortController();
  return {
    pause: (ms, signal) =>
      machine.sleep(ms, signal === undefined ? life.signal : AbortSignal.any([life.signal, signal])),
    ended: life.signal,
    end: () => life.abort(),
  };
}
