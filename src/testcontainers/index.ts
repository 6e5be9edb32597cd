/** The simulator as a container of Testcontainers. Requires the package `testcontainers`. */

export { type ContainerCheckOptions, StartedStoreOrdersContainer } from './started-store-orders-container.ts';
export { defaultImage, StoreOrdersContainer } from './store-orders-container.ts';
