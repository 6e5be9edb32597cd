/** The operations of the service, and the quickstart's, in the order of the specification. Spec 4. */
export const operationNames = ['listOrders', 'cancelOrder', 'getPet', 'postMessage'] as const;

/** The name of an operation; the specification's operationId where it shows one. */
export type OperationName = (typeof operationNames)[number];

/** The paths that have an operation, and the quickstart's. Spec 4. */
export type PathName = 'orders' | 'order' | 'pet' | 'messages';

/** The operation of a path with a method; undefined where the path has none with it. */
export function operationOf(path: PathName | undefined, method: string): OperationName | undefined {
  switch (path) {
    case 'orders':
      return method === 'GET' || method === 'HEAD' ? 'listOrders' : undefined;
    case 'order':
      return method === 'DELETE' ? 'cancelOrder' : undefined;
    case 'pet':
      return method === 'GET' || method === 'HEAD' ? 'getPet' : undefined;
    case 'messages':
      return method === 'POST' ? 'postMessage' : undefined;
    case undefined:
      return undefined;
  }
}
