import { exercise } from './exercise.mjs';
import { createClient } from './generated/hey-api-openapi-ts/client';
import { cancelOrder, listOrders } from './generated/hey-api-openapi-ts/sdk.gen';

void exercise((baseUrl, key) => {
  const client = createClient({ baseUrl, auth: key });
  const result = ({ data, error, response }) => {
    if (!response) throw error;
    if (!response.ok) throw Object.assign(new Error(JSON.stringify(error)), { status: response.status });
    return data;
  };
  return {
    list: async () => result(await listOrders({ client })),
    cancel: async (orderId) => {
      const done = await cancelOrder({ client, path: { orderId } });
      result(done);
      return `${done.response.status}`;
    },
  };
});
