/** Store Orders in a container of Testcontainers. Needs the package `testcontainers` beside this one. */

export {
  type ContainerCheckOptions,
  StartedStoreOrdersContainer,
} from './testcontainers/started-store-orders-container.ts';
export { defaultImage, StoreOrdersContainer } from './testcontainers/store-orders-container.ts';
