/** An order. Every field is optional. Integers are bigint, since an int64 does not fit a number. */
export type Order = {
  readonly id?: bigint;
  readonly petId?: bigint;
  readonly quantity?: bigint;
  /** ISO 8601, as it came. */
  readonly shipDate?: string;
  readonly complete?: boolean;
};

/**
 * What came of a cancel. `conflict` is a 409: the order has already shipped and was not cancelled. `uncertain` is a
 * refusal after an attempt without an answer: that attempt may have cancelled the order.
 */
export type Cancellation = 'cancelled' | 'conflict' | 'not-found' | 'uncertain';

/** The API key is missing or invalid. */
export class Unauthorized extends Error {}

/** No attempt was answered. A cancel may have taken effect all the same. */
export class NoAnswer extends Error {}

/** The answer is not one of the specification. */
export class UnexpectedAnswer extends Error {}

export type StoreOrdersOptions = {
  /** How often a request without an answer is sent. */
  readonly attempts?: number;
  readonly timeoutMs?: number;
  /** Waits before the next attempt; `attempt` is the number of the one that failed. */
  readonly wait?: (attempt: number) => Promise<void>;
};

type Answer = { readonly status: number; readonly body: string; readonly firstAttempt: boolean };

const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, 200 * attempt));

/** The orders of one environment. `baseUrl` ends in /v1. Written from the specification alone. */
export class StoreOrders {
  readonly #baseUrl: string;
  readonly #apiKey: string;
  readonly #options: Required<StoreOrdersOptions>;

  constructor(baseUrl: string, apiKey: string, options: StoreOrdersOptions = {}) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#apiKey = apiKey;
    this.#options = { attempts: 3, timeoutMs: 10_000, wait: pause, ...options };
  }

  /** Every order placed in the store. */
  async listOrders(): Promise<Order[]> {
    const { status, body } = await this.#send('GET', '/store/orders');
    if (status !== 200) throw new UnexpectedAnswer(`GET /store/orders was answered ${status}`);
    const orders = parse(body);
    if (!Array.isArray(orders) || !orders.every(isObject))
      throw new UnexpectedAnswer('the list of orders is not an array of objects');
    return orders as Order[];
  }

  /**
   * Cancels a pending order. Only an attempt without an answer is repeated: whether it cancelled the order is then
   * unknown, so that a refusal of a later attempt proves nothing.
   */
  async cancelOrder(orderId: bigint): Promise<Cancellation> {
    const { status, firstAttempt } = await this.#send('DELETE', `/store/orders/${orderId}`);
    if (status === 204) return 'cancelled';
    if (status !== 404 && status !== 409)
      throw new UnexpectedAnswer(`DELETE /store/orders/${orderId} was answered ${status}`);
    if (!firstAttempt) return 'uncertain';
    return status === 409 ? 'conflict' : 'not-found';
  }

  async #send(method: string, path: string): Promise<Answer> {
    const { attempts, wait } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await this.#exchange(method, path);
        refuse(answer.status, answer.body);
        return { ...answer, firstAttempt: attempt === 1 };
      } catch (error) {
        if (error instanceof Unauthorized || error instanceof UnexpectedAnswer) throw error;
        if (attempt >= attempts) throw new NoAnswer(`${method} ${path} was not answered`, { cause: error });
      }
      await wait(attempt);
    }
  }

  async #exchange(method: string, path: string): Promise<{ status: number; body: string }> {
    const response = await fetch(this.#baseUrl + path, {
      method,
      headers: { Authorization: `Bearer ${this.#apiKey}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(this.#options.timeoutMs),
    });
    const { status } = response;
    if (status !== 204 && status !== 409) return { status, body: await response.text() };
    // The status of a 204 or 409 says it all: the one has no body, and the other's has no documented shape.
    await response.body?.cancel();
    return { status, body: '' };
  }
}

/** Reads the Error body of a 401 and a 404, and throws for a 401. */
function refuse(status: number, body: string): void {
  if (status !== 401 && status !== 404) return;
  const error = parse(body);
  if (!isObject(error) || error.status !== BigInt(status))
    throw new UnexpectedAnswer(`${status} without an Error body`);
  const { code, message } = error;
  if (typeof code !== 'string' || typeof message !== 'string')
    throw new UnexpectedAnswer(`${status} without an Error body`);
  if (status === 401) throw new Unauthorized(`${code}: ${message}`);
}

/** Reads JSON with every integer as a bigint, digit by digit. */
function parse(body: string): unknown {
  const exact = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' && /^-?\d+$/.test(context?.source ?? '')
      ? BigInt(context?.source ?? '')
      : value;
  try {
    return JSON.parse(body, exact);
  } catch (error) {
    throw new UnexpectedAnswer('the body is not JSON', { cause: error });
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
