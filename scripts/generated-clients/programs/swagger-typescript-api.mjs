import { exercise } from './exercise.mjs';
import { Api } from './generated/swagger-typescript-api/orders';

void exercise((baseUrl, key) => {
  const { store } = new Api({ baseUrl, baseApiParams: { headers: { Authorization: `Bearer ${key}` } } });
  return {
    list: async () => (await store.listOrders()).data,
    cancel: async (orderId) => `${(await store.cancelOrder(orderId)).status}`,
  };
});
