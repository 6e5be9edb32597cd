import { exercise } from './exercise.mjs';
import { cancelOrder, listOrders } from './generated/orval/orders';

const send = globalThis.fetch;
void exercise((baseUrl, key) => {
  const headers = { Authorization: `Bearer ${key}` };
  // Its functions call `fetch` with a path: the base address is for the caller to add.
  globalThis.fetch = (path, init) => send(baseUrl + path, init);
  const result = ({ status, data }) => {
    if (status >= 400) throw Object.assign(new Error(JSON.stringify(data)), { status });
    return data;
  };
  return {
    list: async () => {
      const done = await listOrders({ headers });
      return result(done);
    },
    cancel: async (orderId) => {
      const done = await cancelOrder(orderId, { headers });
      result(done);
      return `${done.status}`;
    },
  };
});
