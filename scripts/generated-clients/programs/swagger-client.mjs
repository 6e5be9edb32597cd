import { readFileSync } from 'node:fs';
import SwaggerClient from 'swagger-client';
import { exercise } from './exercise.mjs';

const spec = JSON.parse(readFileSync(process.argv[5], 'utf8'));
void exercise((url, key) => {
  const client = new SwaggerClient({
    spec: { ...spec, servers: [{ url }] },
    authorizations: { apiKey: { value: key } },
  });
  return {
    list: async () => (await (await client).apis.default.listOrders()).body,
    cancel: async (orderId) => `${(await (await client).apis.default.cancelOrder({ orderId })).status}`,
  };
});
