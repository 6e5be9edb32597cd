/** The API key is missing or invalid. */
class Unauthorized extends Error {}

const attempts = 3;

/** The client under test: replace it with yours. It cancels orders, and repeats a cancel that gets no response. */
class StoreOrders {
  #baseUrl;
  #apiKey;

  /** `baseUrl` ends in /v1. */
  constructor(baseUrl, apiKey) {
    this.#baseUrl = baseUrl;
    this.#apiKey = apiKey;
  }

  /** Returns the ids of all orders. They are bigint, because an int64 does not fit a number. */
  async listIds() {
    const response = await this.#send('GET', '/store/orders');
    if (response.status !== 200) throw new Error(`listing orders returned ${response.status}`);
    const exact = (key, value, { source }) => (key === 'id' ? BigInt(source) : value);
    const orders = JSON.parse(await response.text(), exact);
    return orders.flatMap(({ id }) => (id === undefined ? [] : [id]));
  }

  /**
   * Returns `cancelled`, `conflict`, `not-found`, or `uncertain` if an attempt without a response may have cancelled the
   * order.
   */
  async cancel(id) {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const response = await this.#send('DELETE', `/store/orders/${id}`).catch((error) => {
        if (error instanceof Unauthorized) throw error;
        return undefined;
      });
      if (response === undefined) continue;
      if (response.status === 204) return 'cancelled';
      if (response.status !== 404 && response.status !== 409)
        throw new Error(`cancelling order ${id} returned ${response.status}`);
      if (attempt > 1) return 'uncertain';
      return response.status === 409 ? 'conflict' : 'not-found';
    }
    return 'uncertain';
  }

  async #send(method, path) {
    const headers = { Authorization: `Bearer ${this.#apiKey}` };
    const signal = AbortSignal.timeout(5_000);
    const response = await fetch(this.#baseUrl + path, { method, headers, signal });
    if (response.status === 401) throw new Unauthorized();
    return response;
  }
}

module.exports = { StoreOrders, Unauthorized };
