import type { Clock } from '../../../clock.ts';
import type { Environments } from '../../environment/environments.ts';
import type { ExchangeObserver } from '../../environment/exchange-observer.ts';
import { type Changes, createChanges } from './changes.ts';

export type EventMessage = {
  /** The environment that it is about. Undefined if it is for all clients. */
  readonly environment: string | undefined;
  readonly text: Buffer;
};

export interface EventListener {
  message(message: EventMessage): void;
  /** Called every 15 s, so that proxies see that the connection lives. */
  beat(): void;
  /** Called when no more messages come, because of a bug. */
  end(): void;
}

/** What happens in a simulator, for the clients that watch it. */
export type Events = ReturnType<typeof createEvents>;

/** The shortest time between two messages of the same kind. */
export const intervalMs = 100;
/** In intervals. */
const heartbeatEvery = 150;

export type EventsOptions = {
  readonly environments: Environments;
  readonly machine: Clock;
  readonly observer: ExchangeObserver;
  readonly stopping: AbortSignal;
  /** Called with an error that is a bug of the simulator. */
  readonly onError: (error: unknown) => void;
};

/** Creates the events of a simulator. While nobody watches, they cost nothing. */
export function createEvents(options: EventsOptions) {
  const { environments, machine, observer, stopping, onError } = options;
  const listeners = new Set<EventListener>();
  let changes: Changes | undefined;

  const publish = (one: Changes): void => {
    for (const { kind, environment, data } of one.take()) {
      const message = { environment, text: Buffer.from(eventText(kind, data)) };
      for (const listener of listeners) listener.message(message);
    }
  };
  const collect = async (one: Changes): Promise<void> => {
    observer.current = one.exchange;
    for (let interval = 1; listeners.size > 0 && !stopping.aborted; interval++) {
      await machine.sleep(intervalMs, stopping);
      publish(one);
      if (interval % heartbeatEvery === 0) for (const listener of listeners) listener.beat();
    }
  };
  const rest = (): void => {
    observer.current = undefined;
    changes = undefined;
  };
  const fail = (error: unknown): void => {
    onError(error);
    for (const listener of [...listeners]) listener.end();
  };

  return {
    /** Calls a listener with every message from now on. Returns a function that ends this. */
    listen: (listener: EventListener): (() => void) => {
      listeners.add(listener);
      if (changes === undefined) {
        changes = createChanges(environments);
        void collect(changes).catch(fail).finally(rest);
      }
      return () => void listeners.delete(listener);
    },
    /** How many clients watch. */
    get listeners(): number {
      return listeners.size;
    },
  };
}

/** Writes a message of an event stream. JSON has no line breaks. */
export function eventText(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
