import { exercise } from './exercise.mjs';
import { Configuration, DefaultApi } from './generated/openapi-generator-typescript-fetch/index';

void exercise((basePath, accessToken) => {
  const api = new DefaultApi(new Configuration({ basePath, accessToken }));
  return {
    list: () => api.listOrders(),
    cancel: async (orderId) => `${(await api.cancelOrderRaw({ orderId })).raw.status}`,
  };
});
