export type Order = { id?: bigint; quantity?: number };
export type Refund = { orderId: bigint; quantity: number | undefined };

/** Refunds orders: cancels an order, and says how many units to pay back. */
export class Refunds {
  readonly #baseUrl: string;
  readonly #apiKey: string;

  /** `baseUrl` ends in /v1. */
  constructor(baseUrl: string, apiKey: string) {
    this.#baseUrl = baseUrl;
    this.#apiKey = apiKey;
  }

  async list(): Promise<Order[]> {
    const response = await this.#send('GET', '/store/orders');
    if (response.headers.get('Content-Type') !== 'application/json') throw new Error('this is no list');
    const exact = (key: string, value: unknown, context?: { source?: string }): unknown =>
      key === 'id' ? BigInt(context?.source ?? '') : value;
    return JSON.parse(await response.text(), exact);
  }

  async refund(orderId: bigint): Promise<Refund> {
    const response = await this.#send('DELETE', `/store/orders/${orderId}`);
    if (response.status !== 204) throw new Error(`order ${orderId} is not cancelled: ${response.status}`);
    const order = (await this.list()).find(({ id }) => id === orderId);
    return { orderId, quantity: order?.quantity };
  }

  async #send(method: string, path: string): Promise<Response> {
    const headers = { Authorization: `Bearer ${this.#apiKey}` };
    return fetch(this.#baseUrl + path, { method, headers, signal: AbortSignal.timeout(5_000) });
  }
}
