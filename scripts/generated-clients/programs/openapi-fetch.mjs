import createClient from 'openapi-fetch';
import { exercise } from './exercise.mjs';

void exercise((baseUrl, key) => {
  const client = createClient({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
  const result = ({ data, error, response }) => {
    if (!response.ok) throw Object.assign(new Error(JSON.stringify(error)), { status: response.status });
    return data;
  };
  return {
    list: async () => result(await client.GET('/store/orders')),
    cancel: async (orderId) => {
      const done = await client.DELETE('/store/orders/{orderId}', { params: { path: { orderId } } });
      result(done);
      return `${done.response.status}`;
    },
  };
});
