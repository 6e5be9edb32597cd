import { createStore } from '../store.ts';

/** Whether the last request reached the simulator. */
export type Connection = 'live' | 'lost';

export type Poll = ReturnType<typeof createPoll>;

const intervalMs = 1000;

/** Creates what reads again each second, while the page is in sight. */
export function createPoll() {
  const connection = createStore<Connection>('live');
  const listeners = new Set<() => void>();
  const tick = (): void => {
    if (document.hidden) return;
    for (const listener of listeners) listener();
  };
  setInterval(tick, intervalMs);
  document.addEventListener('visibilitychange', tick);
  return {
    connection,
    /** Calls `listener` each second. Returns a function that ends this. */
    listen: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
