/** An order. Every field is optional. Integers are bigint, because an int64 does not fit a number. */
export type Order = {
  readonly id?: bigint;
  readonly petId?: bigint;
  readonly quantity?: bigint;
  /** ISO 8601, unchanged. */
  readonly shipDate?: string;
  readonly complete?: boolean;
};

/**
 * The outcome of a cancel. `conflict` is a 409: the order has already shipped and was not cancelled. `uncertain` is a 404
 * or 409 after an attempt without a response: that attempt may have cancelled the order.
 */
export type Cancellation = 'cancelled' | 'conflict' | 'not-found' | 'uncertain';

/** The API key is missing or invalid. */
export class Unauthorized extends Error {}

/** No attempt got a response. A cancel may still have taken effect. */
export class NoResponse extends Error {}

/** The response does not follow the specification. */
export class UnexpectedResponse extends Error {}

export type StoreOrdersOptions = {
  /** The maximum number of attempts of a request without a response. @default 3 */
  readonly attempts?: number;
  /** @default 10000 */
  readonly timeoutMs?: number;
  /** Waits before the next attempt; `attempt` is the number of the failed one. */
  readonly wait?: (attempt: number) => Promise<void>;
};

type Attempted = { readonly status: number; readonly body: string; readonly firstAttempt: boolean };

const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, 200 * attempt));

/** A client for the orders of one environment. `baseUrl` ends in /v1. */
export class StoreOrders {
  readonly #baseUrl: string;
  readonly #apiKey: string;
  readonly #options: Required<StoreOrdersOptions>;

  constructor(baseUrl: string, apiKey: string, options: StoreOrdersOptions = {}) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#apiKey = apiKey;
    this.#options = { attempts: 3, timeoutMs: 10_000, wait: pause, ...options };
  }

  /** Returns every order placed in the store. */
  async listOrders(): Promise<Order[]> {
    const { status, body } = await this.#send('GET', '/store/orders');
    if (status !== 200) throw new UnexpectedResponse(`GET /store/orders returned ${status}`);
    const orders = parse(body);
    if (!Array.isArray(orders) || !orders.every(isObject))
      throw new UnexpectedResponse('the list of orders is not an array of objects');
    return orders as Order[];
  }

  /**
   * Cancels a pending order. Repeats only an attempt without a response. Such an attempt may have cancelled the order, so
   * a later 404 or 409 proves nothing.
   */
  async cancelOrder(orderId: bigint): Promise<Cancellation> {
    const { status, firstAttempt } = await this.#send('DELETE', `/store/orders/${orderId}`);
    if (status === 204) return 'cancelled';
    if (status !== 404 && status !== 409)
      throw new UnexpectedResponse(`DELETE /store/orders/${orderId} returned ${status}`);
    if (!firstAttempt) return 'uncertain';
    return status === 409 ? 'conflict' : 'not-found';
  }

  async #send(method: string, path: string): Promise<Attempted> {
    const { attempts, wait } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await this.#exchange(method, path);
        checkError(response.status, response.body);
        return { ...response, firstAttempt: attempt === 1 };
      } catch (error) {
        if (error instanceof Unauthorized || error instanceof UnexpectedResponse) throw error;
        if (attempt >= attempts) throw new NoResponse(`${method} ${path} got no response`, { cause: error });
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
    // Ignore the body of a 204, which is empty, and of a 409, which has no documented shape.
    await response.body?.cancel();
    return { status, body: '' };
  }
}

/** Validates the Error body of a 401 or 404. Throws Unauthorized for a 401. */
function checkError(status: number, body: string): void {
  if (status !== 401 && status !== 404) return;
  const error = parse(body);
  if (!isObject(error) || error.status !== BigInt(status))
    throw new UnexpectedResponse(`${status} without an Error body`);
  const { code, message } = error;
  if (typeof code !== 'string' || typeof message !== 'string')
    throw new UnexpectedResponse(`${status} without an Error body`);
  if (status === 401) throw new Unauthorized(`${code}: ${message}`);
}

/** Parses JSON with every integer as an exact bigint. */
function parse(body: string): unknown {
  const exact = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' && /^-?\d+$/.test(context?.source ?? '')
      ? BigInt(context?.source ?? '')
      : value;
  try {
    return JSON.parse(body, exact);
  } catch (error) {
    throw new UnexpectedResponse('the body is not JSON', { cause: error });
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
