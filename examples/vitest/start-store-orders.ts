import type { ControlClientOptions } from 'store-orders-sim/client';
import { StoreOrdersContainer } from 'store-orders-sim/testcontainers';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    storeOrders: Pick<ControlClientOptions, 'url' | 'token' | 'serviceUrl'>;
  }
}

/**
 * Runs once, before all test files. If STORE_ORDERS_CONTROL_URL is set, uses that simulator (of this machine, or a service
 * of the CI job); otherwise starts one in a container and stops it at the end.
 */
export async function setup(project: TestProject): Promise<(() => Promise<unknown>) | undefined> {
  const { STORE_ORDERS_CONTROL_URL, STORE_ORDERS_CONTROL_TOKEN, STORE_ORDERS_URL, STORE_ORDERS_IMAGE } =
    process.env;
  if (STORE_ORDERS_CONTROL_URL !== undefined) {
    const token = STORE_ORDERS_CONTROL_TOKEN ?? '';
    project.provide('storeOrders', { url: STORE_ORDERS_CONTROL_URL, token, serviceUrl: STORE_ORDERS_URL });
    return undefined;
  }
  const store = await new StoreOrdersContainer(STORE_ORDERS_IMAGE).start();
  const serviceUrl = new URL(store.getBaseUrl()).origin;
  project.provide('storeOrders', { serviceUrl, url: store.getControlUrl(), token: store.getControlToken() });
  return () => store.stop();
}
