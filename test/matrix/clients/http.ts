import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, machineClock } from '../../../src/clock.ts';
import { slowMs } from '../../../src/matrix/plan/fault-points.ts';
import { type Access, fail, list, type Order } from './bench-client.ts';

/** A whole response. */
export type Reply = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Why there is no response. */
  readonly error?: unknown;
};

type SendOptions = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds until the request is given up. */
  readonly timeoutMs?: number | undefined;
};

/** Sends a request with the key, once, and reads its whole response. Throws if there is none. */
export async function send(
  { origin, apiKey, isDelayed }: Access,
  method: string,
  target: string,
  { headers = {}, body, timeoutMs }: SendOptions = { timeoutMs: 1500 },
): Promise<Reply> {
  const all = { Authorization: `Bearer ${apiKey}`, ...headers };
  using patience = startPatience(timeoutMs, isDelayed);
  const options = { method, headers: all, signal: patience.signal, body: body ?? null };
  const response = await fetch(origin + target, options);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Lists the orders, which must succeed, and has no plan for faults. */
export async function listOrders(access: Access): Promise<readonly Order[]> {
  const { status, text } = await send(access, 'GET', list);
  if (status !== 200) fail(`the list has status ${status}`);
  return JSON.parse(text);
}

/** What a client does about a request that may have failed. Each part is sound; a bench client replaces one. */
export type Care = {
  /** Milliseconds until a request is given up. */
  readonly timeoutMs: number | undefined;
  readonly attempts: number;
  readonly obeysRetryAfter: boolean;
  /** Whether it lists the orders before it repeats a cancel of which it does not know the outcome. */
  readonly looks: boolean;
  /** Whether a disturbed response is taken as it is. Without a response, its status is 0. */
  readonly settlesFor: (reply: Reply) => boolean;
};

/** A client that survives every single fault. */
export const careful: Care = {
  ...{ timeoutMs: 1500, attempts: 4, obeysRetryAfter: true, looks: true },
  settlesFor: () => false,
};

/** How a request ended at last. */
type Ended = {
  readonly reply: Reply;
  /** Whether an earlier attempt may have taken effect without a response that says so. */
  readonly uncertain: boolean;
};

/** Sends a request until its response is neither a disturbance nor unreadable. */
export async function sendCarefully(
  access: Access,
  method: 'GET' | 'DELETE',
  target: string,
  care: Care = careful,
): Promise<Ended> {
  let uncertain = false;
  for (let attempts = 1; attempts <= care.attempts; attempts++) {
    const reply = await send(access, method, target, { timeoutMs: care.timeoutMs }).catch(withoutReply);
    if (!isDisturbed(reply, method) || care.settlesFor(reply)) return { reply, uncertain };
    // A 429 says that nothing was done. Any other response may have been lost on its way.
    uncertain ||= reply.status === 0 || reply.status >= 500;
    await pauseAfter(reply, care);
    if (uncertain && method === 'DELETE' && care.looks) await look(access);
  }
  return fail(`${method} ${target} does not succeed`);
}

/** Lists the orders, whatever comes between. */
export async function listCarefully(access: Access, care: Care = careful): Promise<readonly Order[]> {
  const { reply } = await sendCarefully(access, 'GET', list, care);
  if (reply.status !== 200) fail(`the list has status ${reply.status}`);
  return JSON.parse(reply.text);
}

function withoutReply(error: unknown): Reply {
  return { status: 0, headers: new Headers(), text: String(error), error };
}

function isDisturbed({ status, text }: Reply, method: string): boolean {
  if (status === 0 || status === 429 || status >= 500) return true;
  return method === 'GET' && status === 200 && !isJson(text);
}

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Waits as long as a disturbed response asks for. */
export async function pauseAfter(
  { headers }: Pick<Reply, 'headers'>,
  { obeysRetryAfter } = careful,
): Promise<void> {
  const named = headers.get('retry-after');
  await pause(named === null || !obeysRetryAfter ? 120 : Number(named) * 1000);
}

/** Lists the orders, whether or not that succeeds. */
export async function look(access: Access): Promise<void> {
  await send(access, 'GET', list).catch(() => undefined);
}

/** A time limit that is disposed of with its request. */
type Patience = Disposable & { readonly signal: AbortSignal };

const stepMs = 50;

/**
 * Starts a time limit that counts only the turns of this process in which a simulator delays a response: however slow the
 * machine is, no other response is late.
 *
 * @param isDelayed whether it delays one now
 */
export function startPatience(ms: number | undefined, isDelayed: () => boolean = () => true): Patience {
  const end = new AbortController();
  let left = ms ?? Number.POSITIVE_INFINITY;
  const step = setInterval(() => {
    if (isDelayed()) left -= stepMs;
    if (left <= 0) end.abort(new Error(`no response for ${ms} ms`));
  }, stepMs).unref();
  return { signal: end.signal, [Symbol.dispose]: () => clearInterval(step) };
}

/** Creates a clock for a simulator that knows whether the fault point `slow` delays a response. */
export function createDelayClock(): Clock & { readonly isDelayed: () => boolean } {
  let delays = 0;
  return {
    ...machineClock,
    sleep: async (ms, signal) => {
      const delay = ms === slowMs ? 1 : 0;
      delays += delay;
      await machineClock.sleep(ms, signal);
      delays -= delay;
    },
    isDelayed: () => delays > 0,
  };
}
