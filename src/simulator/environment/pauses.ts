import type { Clock } from '../../clock.ts';

/** The waits of one state of an environment; all end with it. */
export interface Pauses {
  /** Waits on the machine's clock. Resolves early, without an error, when `signal` aborts or the state ends. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
  /** Aborts when the state ends. */
  readonly ended: AbortSignal;
  /** Ends every wait, later ones included: the state was replaced, or the simulator stops. */
  end(): void;
}

/** Creates the waits of a new state. */
export function createPauses(machine: Clock): Pauses {
  const life = new AbortController();
  return {
    pause: (ms, signal) =>
      machine.sleep(ms, signal === undefined ? life.signal : AbortSignal.any([life.signal, signal])),
    ended: life.signal,
    end: () => life.abort(),
  };
}
