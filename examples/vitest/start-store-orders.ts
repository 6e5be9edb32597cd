import type { ControlClientOptions } from 'store-orders-sim/client';
import { StoreOrdersContainer } from 'store-orders-sim/testcontainers';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    storeOrders: Pick<ControlClientOptions, 'url' | 'token' | 'serviceUrl'>;
  }
}

/**
 * Runs once, before all test files. If STORE_ORDERS_CONTROL_URL or STORE_ORDERS_CONTROL_TOKEN is set, uses a running
 * simulator (of this machine, or a service of the CI job); otherwise starts one in a container and stops it at the end.
 */
export async function setup(project: TestProject): Promise<(() => Promise<unknown>) | undefined> {
  const { STORE_ORDERS_CONTROL_URL, STORE_ORDERS_CONTROL_TOKEN, STORE_ORDERS_BASE_URL, STORE_ORDERS_IMAGE } =
    process.env;
  if (STORE_ORDERS_CONTROL_URL !== undefined || STORE_ORDERS_CONTROL_TOKEN !== undefined) {
    const url = STORE_ORDERS_CONTROL_URL ?? 'http://localhost:4011';
    const token = STORE_ORDERS_CONTROL_TOKEN ?? '';
    project.provide('storeOrders', { url, token, serviceUrl: STORE_ORDERS_BASE_URL });
    return undefined;
  }
  const store = await new StoreOrdersContainer(STORE_ORDERS_IMAGE).start();
  const serviceUrl = new URL(store.getBaseUrl()).origin;
  project.provide('storeOrders', { serviceUrl, url: store.getControlUrl(), token: store.getControlToken() });
  return () => store.stop();
}
