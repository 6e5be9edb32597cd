/** Store Orders in a container of Testcontainers. Needs the package `testcontainers` beside this one. */

export {
  type ContainerCheckOptions,
  StartedStoreOrdersContainer,
} from './started-store-orders-container.ts';
export { defaultImage, StoreOrdersContainer } from './store-orders-container.ts';
