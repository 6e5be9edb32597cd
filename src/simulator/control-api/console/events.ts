import type { Clock } from '../../../clock.ts';
import type { Environments } from '../../environment/environments.ts';
import type { ExchangeObserver } from '../../environment/exchange-observer.ts';
import { type ChangedPart, type Changes, createChanges } from './changes.ts';
import { createEventLog, type LoggedMessage, type MessagesSince } from './event-log.ts';

/** A client that watches. */
export interface EventListener {
  message(message: LoggedMessage): void;
  /** Called every 15 s, so that proxies see that the connection lives. */
  beat(): void;
  /** Called when no more messages come, because of a bug. */
  end(): void;
}

/** What happens in a simulator, for the clients that watch it. */
export interface Events {
  /** Calls a listener with every message from now on. Returns the messages since `lastId`; call `leave` at the end. */
  listen(listener: EventListener, lastId: number | undefined): MessagesSince & { leave(): void };
  /** Reports that the control API has changed parts of an environment. */
  changed(environment: string, parts: readonly ChangedPart[]): void;
  /** How many clients watch. */
  readonly listeners: number;
}

/** The shortest time between two messages of the same kind. */
export const intervalMs = 100;
/** In intervals. */
const beatEvery = 150;
/** For how many intervals messages are collected after the last client has left, so that it can come back. */
const patience = 300;

/** What events are made of. */
export type EventsOptions = {
  readonly environments: Environments;
  readonly machine: Clock;
  readonly observer: ExchangeObserver;
  readonly stopping: AbortSignal;
  /** Called with an error that is a bug of the simulator. */
  readonly onError: (error: unknown) => void;
};

/** Creates the events of a simulator. While nobody watches, they cost nothing. */
export function createEvents(options: EventsOptions): Events {
  const { environments, machine, observer, stopping, onError } = options;
  const listeners = new Set<EventListener>();
  const log = createEventLog();
  let changes: Changes | undefined;

  const publish = (one: Changes): void => {
    for (const { kind, environment, data } of one.take()) {
      const message = log.add(kind, environment, data);
      for (const listener of listeners) listener.message(message);
    }
  };
  const collect = async (one: Changes): Promise<void> => {
    observer.current = one.exchange;
    let alone = 0;
    for (let interval = 1; alone < patience && !stopping.aborted; interval++) {
      await machine.sleep(intervalMs, stopping);
      publish(one);
      alone = listeners.size === 0 ? alone + 1 : 0;
      if (interval % beatEvery === 0) for (const listener of listeners) listener.beat();
    }
  };
  const rest = (): void => {
    observer.current = undefined;
    changes = undefined;
    log.addGap();
  };
  const fail = (error: unknown): void => {
    onError(error);
    for (const listener of [...listeners]) listener.end();
  };

  return {
    listen: (listener, lastId) => {
      if (changes === undefined) {
        changes = createChanges(environments);
        void collect(changes).catch(fail).finally(rest);
      }
      listeners.add(listener);
      const since = lastId === undefined ? { messages: [], missing: 0 } : log.since(lastId);
      return { ...since, leave: () => void listeners.delete(listener) };
    },
    changed: (environment, parts) => changes?.changed(environment, parts),
    get listeners() {
      return listeners.size;
    },
  };
}
