import { setTimeout as pause } from 'node:timers/promises';
import { type Access, fail, type Order } from './bench-client.ts';
import { startPatience } from './plain-http.ts';

/** A whole response. */
export type Reply = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Why there is no response. */
  readonly error?: unknown;
};

/** What a client does about a request that may have failed. Each part is sound; a bench client replaces one. */
export type Care = {
  /** Milliseconds until a request is given up. */
  readonly timeoutMs: number | undefined;
  readonly attempts: number;
  /** Milliseconds to wait before the next attempt, if the service named none. */
  readonly pauseMs: number;
  readonly obeysRetryAfter: boolean;
  /** Whether it lists the orders before it repeats a cancel of which it does not know the outcome. */
  readonly looks: boolean;
  /** Whether a disturbed response is taken as it is. Without a response, its status is 0. */
  readonly settlesFor: (reply: Reply) => boolean;
};

/** A client that survives every single fault. */
export const careful: Care = {
  timeoutMs: 1500,
  attempts: 4,
  pauseMs: 120,
  obeysRetryAfter: true,
  looks: true,
  settlesFor: () => false,
};

/** How a request ended at last. */
export type Ended = {
  readonly reply: Reply;
  /** Counts every attempt. */
  readonly attempts: number;
  /** Whether an earlier attempt may have taken effect without a response that says so. */
  readonly uncertain: boolean;
};

/** Sends a request once and reads its whole response. Throws if there is none. */
export async function sendOnce(
  { origin, apiKey, isDelayed }: Access,
  method: string,
  path: string,
  timeoutMs: number | undefined,
): Promise<Reply> {
  using patience = startPatience(timeoutMs, isDelayed);
  const headers = { Authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${origin}/v1${path}`, { method, headers, signal: patience.signal });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Sends a request until its response is neither a disturbance nor unreadable. */
export async function sendCarefully(
  access: Access,
  method: 'GET' | 'DELETE',
  path: string,
  care: Care = careful,
): Promise<Ended> {
  let uncertain = false;
  for (let attempts = 1; attempts <= care.attempts; attempts++) {
    const reply = await sendOnce(access, method, path, care.timeoutMs).catch(withoutReply);
    if (!isDisturbed(reply, method) || care.settlesFor(reply)) return { reply, attempts, uncertain };
    // A 429 says that nothing was done. Any other response may have been lost on its way.
    uncertain ||= reply.status === 0 || reply.status >= 500;
    await pauseAfter(reply, care);
    if (uncertain && method === 'DELETE' && care.looks) await look(access);
  }
  return fail(`${method} ${path} does not succeed`);
}

/** Lists the orders, whatever comes between. */
export async function listCarefully(access: Access, care: Care = careful): Promise<readonly Order[]> {
  const { reply } = await sendCarefully(access, 'GET', '/store/orders', care);
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
export async function pauseAfter({ headers }: Reply, care: Care = careful): Promise<void> {
  const named = headers.get('retry-after');
  await pause(named === null || !care.obeysRetryAfter ? care.pauseMs : Number(named) * 1000);
}

/** Lists the orders, whether or not that succeeds. */
export async function look(access: Access): Promise<void> {
  await sendOnce(access, 'GET', '/store/orders', careful.timeoutMs).catch(() => undefined);
}

/** Reads as much of a list as arrives, and closes the JSON after the last whole order. */
export async function listWhatArrives(access: Access): Promise<readonly Order[]> {
  const { origin, apiKey, isDelayed } = access;
  using patience = startPatience(careful.timeoutMs, isDelayed);
  const headers = { Authorization: `Bearer ${apiKey}` };
  const options = { headers, signal: patience.signal };
  const response = await fetch(`${origin}/v1/store/orders`, options).catch(() => undefined);
  if (response?.status !== 200 || response.body === null) {
    await pauseAfter({ status: 0, headers: response?.headers ?? new Headers(), text: '' });
    return listCarefully(access);
  }
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body) text += decoder.decode(chunk, { stream: true });
  } catch {
    text = `${text.slice(0, text.lastIndexOf('}') + 1)}]`;
  }
  return isJson(text) ? JSON.parse(text) : listCarefully(access);
}
