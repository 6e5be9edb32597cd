import { createServer, type Server } from 'node:http';
import { checkContract } from '../../../src/check/check-contract.ts';
import type { CheckOptions } from '../../../src/check/check-options.ts';
import type { Report } from '../../../src/contract/report.ts';
import { serveHere } from '../../support/serve-here.ts';
import { fastClock } from '../../support/test-clock.ts';

/** The key of the shop. */
export const key = 'Secret-key-of-the-shop-1';

/** How a service handles its orders, which requests of other connections may interrupt wherever it awaits. */
export type Store = {
  list(): Promise<readonly number[]>;
  /** Returns the status. */
  cancel(id: number): Promise<number>;
};

/** Waits until requests of other connections had their turn. */
export const turns = async (amount: number): Promise<void> => {
  for (let turn = 0; turn < amount; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Serves the operations of the service, each request by the next one of the nodes. */
export function serveStores(nodes: readonly Store[]): Server {
  let requests = 0;
  return createServer(async (req, res) => {
    const send = (status: number, value?: unknown): void => {
      const body = value === undefined ? undefined : JSON.stringify(value);
      res.writeHead(
        status,
        body === undefined ? {} : { 'Content-Type': 'application/json', 'WWW-Authenticate': 'Bearer' },
      );
      res.end(body);
    };
    const error = (status: number): void => send(status, { code: 'c', message: 'm', status });
    if (req.headers.authorization !== `Bearer ${key}`) return error(401);
    const store = nodes[requests++ % nodes.length];
    if (store === undefined) return error(404);
    if (req.method === 'GET')
      return send(
        200,
        (await store.list()).map((id) => ({ id })),
      );
    const status = await store.cancel(Number(/\d+$/.exec(req.url ?? '')?.[0]));
    return status === 204 ? send(204) : error(status);
  });
}

/** Races orders 1 and 2 of a service, and does not wait. */
export function race(origin: string, options: Partial<CheckOptions> = {}): Promise<Report> {
  return checkContract({
    ...{ url: `${origin}/v1`, apiKey: key, clock: fastClock, level: 'race' as const },
    ...{ raceIds: [1n, 2n], ...options },
  });
}

/** Races orders 1 and 2 of a service whose requests get to the nodes in turns. */
export async function raced(
  nodes: Store | readonly Store[],
  options: Partial<CheckOptions> = {},
): Promise<Report> {
  await using served = await serveHere(serveStores([nodes].flat()));
  return await race(served.origin, options);
}

/** A service that is honest. Its list has all orders, or, if it `removes`, those that are still pending. */
export function honestStore(removes: boolean, slow = 0): Store {
  const all = [1, 2, 3];
  const pending = new Set(all);
  return {
    list: async () => {
      const shown = removes ? [...pending] : all;
      await turns(slow);
      return shown;
    },
    cancel: async (id) => {
      await turns(slow);
      const status = pending.delete(id) ? 204 : all.includes(id) && !removes ? 409 : 404;
      await turns(slow);
      return status;
    },
  };
}

/** An honest service whose lists show what they showed some lists before. */
export function laggingStore(removes: boolean, lists: number): Store {
  const store = honestStore(removes);
  const seen: (readonly number[])[] = [];
  return {
    list: async () => {
      seen.push(await store.list());
      return seen.at(Math.max(0, seen.length - 1 - lists)) ?? [];
    },
    cancel: store.cancel,
  };
}

/** An honest service whose lists show each cancel some turns of the event loop after its response. */
export function lateStore(removes: boolean, late: number): Store {
  const store = honestStore(removes);
  let shown: Promise<readonly number[]> = store.list();
  return {
    list: () => shown,
    cancel: async (id) => {
      const status = await store.cancel(id);
      const now = await store.list();
      void turns(late).then(() => {
        shown = Promise.resolve(now);
      });
      return status;
    },
  };
}
