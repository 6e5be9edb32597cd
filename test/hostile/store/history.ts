import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { History } from '../../../src/contract/history/history.ts';
import type { Operation } from '../../../src/contract/history/operation.ts';
import { drawFraction } from '../../../src/draw.ts';
import { freePort } from '../../helpers/free-port.ts';
import { testKey } from '../../helpers/open-test-simulator.ts';

const program = fileURLToPath(new URL('served-process.ts', import.meta.url));

/** How many orders the scenario has. */
export const orderCount = 1_000;

/** A process that serves the environments of a store, which can be killed and started again on its port. */
export class ServedProcess implements AsyncDisposable {
  readonly port: number;
  readonly #store: string;
  readonly #bug: string;
  #child: ChildProcess | undefined;

  private constructor(port: number, store: string, bug: string) {
    this.port = port;
    this.#store = store;
    this.#bug = bug;
  }

  static async start(store: string, bug = ''): Promise<ServedProcess> {
    const served = new ServedProcess(await freePort(), store, bug);
    await served.start();
    return served;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [program, this.#store, `${this.port}`, this.#bug], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill();
  }
}

export type Load = {
  readonly seed: string;
  readonly clients: number;
  readonly operations: number;
  /** Does something else meanwhile, with the number of operations so far, until it returns. */
  readonly chaos?: (done: () => number) => Promise<void>;
};

/** What a run showed. */
export type Judged = {
  /** Operations that no order of events explains, and orders that are cancelled without a cancel that may have succeeded. */
  readonly violations: readonly string[];
  readonly statuses: Readonly<Record<string, number>>;
};

/** Cancels and lists through processes in turn, and judges what the clients saw. */
export async function runAndJudge(served: readonly ServedProcess[], load: Load): Promise<Judged> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const operations: Operation[] = [];
  const statuses: Record<string, number> = {};
  let [sent, time] = [0, 0];
  const send = async (lane: string, at: number): Promise<void> => {
    const port = served[at % served.length]?.port ?? 0;
    // A few orders at a time, so that several cancels of each are under way together.
    const order = `/store/orders/${1 + (Math.floor((at * orderCount) / load.operations - drawFraction(load.seed, 'order', at) * 6 + orderCount) % orderCount)}`;
    const cancels = drawFraction(load.seed, 'cancels', at) < 0.6;
    const begin = ++time;
    const { status, body } = await call(
      agent,
      port,
      cancels ? 'DELETE' : 'GET',
      cancels ? order : '/store/orders',
    );
    statuses[`${status}`] = (statuses[`${status}`] ?? 0) + 1;
    const end = ++time;
    if (cancels) {
      const known = status === 204 || status === 409;
      operations.push({
        ...{ kind: 'cancel', order, begin, lane, end: known ? end : Number.POSITIVE_INFINITY },
        status: known ? status : undefined,
      });
    } else if (status === 200) {
      const orders = (JSON.parse(body) as readonly { readonly id: number }[]).map(
        ({ id }) => `/store/orders/${id}`,
      );
      operations.push({ kind: 'list', orders, begin, end, lane });
    }
  };
  const client = async (name: number): Promise<void> => {
    while (sent < load.operations) await send(`${name}`, sent++);
  };
  const clients = Promise.all(Array.from({ length: load.clients }, (_, name) => client(name)));
  const chaos = load.chaos?.(() => sent);
  await Promise.all([clients, chaos]);
  agent.destroy();
  return { violations: judge(operations), statuses };
}

function judge(operations: readonly Operation[]): readonly string[] {
  const history = new History({ cancelledInList: 'remove', listLag: { ms: 0 } });
  const contradictions = operations
    .toSorted((one, other) => one.begin - other.begin)
    .flatMap((operation) => history.add(operation).contradictions)
    .map(({ rule, order, why }) => `${rule} ${order}: ${why}`);
  const cancels = operations.filter((operation) => operation.kind === 'cancel');
  const won = new Set(cancels.filter(({ status }) => status !== 409).map(({ order }) => order));
  const lost = new Set(
    cancels.filter(({ status, order }) => status === 409 && !won.has(order)).map(({ order }) => order),
  );
  return [
    ...contradictions,
    ...[...lost].map((order) => `${order} is cancelled, and no cancel may have succeeded`),
  ];
}

type Answer = { readonly status: number; readonly body: string };

/** The status is 0 if there was no response. */
function call(agent: Agent, port: number, method: string, path: string): Promise<Answer> {
  const headers = { Authorization: `Bearer ${testKey}` };
  return new Promise((resolve) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      method,
      path: `/v1${path}`,
      agent,
      headers,
      timeout: 15_000,
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve({ status: 0, body: '' }));
    sent.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      response.on('error', () => resolve({ status: 0, body: '' }));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.end();
  });
}
