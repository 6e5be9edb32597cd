/** The operations of the service, and the quickstart's, in the order of the specification. Spec 4. */
export const operationNames = ['listOrders', 'cancelOrder', 'getPet', 'postMessage'] as const;

/** The name of an operation; the specification's operationId where it shows one. */
export type OperationName = (typeof operationNames)[number];
