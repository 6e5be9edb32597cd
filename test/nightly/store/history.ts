import { drawFraction } from '../../../src/draw.ts';
import { testKey } from '../../support/open-test-simulator.ts';
import { type Asked, type Done, firstId, generationSize, isKnown, judge, orderCount } from './judge.ts';
import type { ServedProcess } from './processes.ts';

/** Of a generation, clients cancel these; one more stays in every list. */
const orderIds = [1, 2, 3, 4, 5, 6];

export const controlToken = 'token-of-the-tests';

export type Load = {
  readonly seed: string;
  readonly clients: number;
  readonly operations: number;
  /** How many other environments clients create, replace, load, reset and delete. @default 0 */
  readonly environments?: number | undefined;
  /** `in turn`: to one process after the other, as no balancer should. @default a process for each environment, which changes */
  readonly routing?: 'hashed' | 'in turn';
  /**
   * Does something else meanwhile. `grant(n)` lets clients send n more operations, and resolves to false once all were sent.
   * Without it, clients send without a stop.
   */
  readonly chaos?: ((grant: (count: number) => Promise<boolean>) => Promise<void>) | undefined;
};

/** What a run showed. */
export type Judged = {
  readonly violations: readonly string[];
  /** How often a status was the outcome of a kind of request, such as `cancel 204`. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** The fraction of requests whose outcome is known: all but a 503 and no response. */
  readonly definite: number;
};

/** Sends operations through processes, and judges what the clients saw. */
export async function runAndJudge(served: readonly ServedProcess[], load: Load): Promise<Judged> {
  const done: Done[] = [];
  const draws = new Draws(load);
  const turns = new Turns(load.operations, load.chaos === undefined);
  let time = 0;
  const send = async (at: number): Promise<void> => {
    const asked = draws.operation(at);
    const begin = ++time;
    const { status, body } = await call(processOf(served, load, asked, at), asked);
    const ids = asked.kind === 'list' && status === 200 ? idsIn(body) : none;
    done.push({ ...asked, begin, end: ++time, status, ids });
  };
  const client = async (): Promise<void> => {
    for (let at = await turns.take(); at !== undefined; at = await turns.take()) await send(at);
  };
  const clients = Array.from({ length: load.clients }, client);
  await Promise.all([...clients, load.chaos?.((count) => turns.grant(count))]);
  const outcomes: Record<string, number> = {};
  for (const { kind, status } of done)
    outcomes[`${kind} ${status}`] = (outcomes[`${kind} ${status}`] ?? 0) + 1;
  return { violations: judge(done), outcomes, definite: done.filter(isKnown).length / done.length };
}

const none: ReadonlySet<number> = new Set();

function idsIn(body: string): ReadonlySet<number> {
  return new Set((JSON.parse(body) as readonly { readonly id: number }[]).map(({ id }) => id));
}

/** Hands out the numbers of operations as they are granted. */
class Turns {
  readonly #operations: number;
  #granted: number;
  #taken = 0;
  #changed = Promise.withResolvers<void>();

  constructor(operations: number, all: boolean) {
    this.#operations = operations;
    this.#granted = all ? operations : 0;
  }

  async take(): Promise<number | undefined> {
    while (this.#taken === this.#granted && this.#taken < this.#operations) await this.#changed.promise;
    if (this.#taken === this.#operations) return undefined;
    this.#notify();
    return this.#taken++;
  }

  async grant(count: number): Promise<boolean> {
    this.#granted = Math.min(this.#granted + count, this.#operations);
    this.#notify();
    while (this.#taken < this.#granted) await this.#changed.promise;
    return this.#taken < this.#operations;
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

/** Draws operations. */
class Draws {
  readonly #load: Load;
  readonly #generations = new Map<string, number>();
  #last = 0;

  constructor(load: Load) {
    this.#load = load;
  }

  operation(at: number): Asked {
    const { environments = 0 } = this.#load;
    const place = Math.floor(this.#fraction('environment', at) * 2 * environments);
    return environments === 0 || place >= environments
      ? this.#inProduction(at)
      : this.#in(`env-${place}`, at);
  }

  /** A few orders at a time, so that several cancels of each are under way together. */
  #inProduction(at: number): Asked {
    const place = (at * orderCount) / this.#load.operations - this.#fraction('order', at) * 6;
    const id = 1 + (Math.floor(place + orderCount) % orderCount);
    const kind = this.#fraction('cancels', at) < 0.6 ? 'cancel' : 'list';
    return { kind, environment: 'production', generation: 0, id };
  }

  #in(environment: string, at: number): Asked {
    const now = this.#generations.get(environment);
    const kind = now === undefined ? 'put' : kindOf(this.#fraction('kind', at));
    const brings = kind === 'put' || kind === 'load';
    if (brings) this.#generations.set(environment, ++this.#last);
    const generation = brings ? this.#last : (now ?? 0);
    const id = orderIds[Math.floor(this.#fraction('order', at) * orderIds.length)] ?? 1;
    return { kind, environment, generation, id: firstId(generation) + id };
  }

  #fraction(label: string, at: number): number {
    return drawFraction(this.#load.seed, label, at);
  }
}

function kindOf(fraction: number): Asked['kind'] {
  if (fraction < 0.5) return 'cancel';
  if (fraction < 0.84) return 'list';
  if (fraction < 0.88) return 'put';
  if (fraction < 0.92) return 'load';
  return fraction < 0.95 ? 'delete' : 'reset';
}

/** As a balancer: to one of the processes that run, or of all if none does. */
function processOf(served: readonly ServedProcess[], load: Load, { environment }: Asked, at: number) {
  const running = served.filter(({ runs }) => runs);
  const among = running.length === 0 ? served : running;
  const changes = load.routing === 'hashed' ? 0 : Math.floor((20 * at) / load.operations);
  const turn = load.routing === 'in turn' ? at : changes + environment.charCodeAt(4);
  return among[turn % among.length];
}

type Answer = { readonly status: number; readonly body: string };

/** The status is 0 if there was no response. */
function call(process: ServedProcess | undefined, asked: Asked): Promise<Answer> {
  const { environment, generation, kind, id } = asked;
  const orders = `${environment === 'production' ? '' : `/${environment}`}/v1/store/orders`;
  if (kind === 'list') return send(process?.port, 'GET', orders);
  if (kind === 'cancel') return send(process?.port, 'DELETE', `${orders}/${id}`);
  const path = `/environments/${environment}`;
  const toControl = (method: string, at: string, body?: object) =>
    send(process?.controlPort, method, at, controlToken, body);
  if (kind === 'delete') return toControl('DELETE', path);
  if (kind === 'reset') return toControl('POST', `${path}/reset`);
  const fresh = [...orderIds, generationSize - 1].map((each) => ({ id: firstId(generation) + each }));
  const scenario = { orders: fresh };
  if (kind === 'load') return toControl('PUT', `${path}/scenario`, { scenario });
  return toControl('PUT', path, { scenario, apiKeys: [testKey] });
}

async function send(
  port: number | undefined,
  method: string,
  path: string,
  token = testKey,
  content?: object,
): Promise<Answer> {
  const type = content === undefined ? undefined : { 'Content-Type': 'application/json' };
  const headers = { Authorization: `Bearer ${token}`, ...type };
  const body = content === undefined ? null : JSON.stringify(content);
  const init = { method, headers, body, signal: AbortSignal.timeout(30_000) };
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    return { status: response.status, body: await response.text() };
  } catch {
    return { status: 0, body: '' };
  }
}
