/** The operations of the service and of the quickstart, in the order of the specification. Spec 4. */
export const operationNames = ['listOrders', 'cancelOrder', 'getPet', 'postMessage'] as const;

/** The name of an operation: the operationId of the specification, if it has one. */
export type OperationName = (typeof operationNames)[number];

export type PathName = 'orders' | 'order' | 'pet' | 'messages';

type PathRow = {
  readonly operation: OperationName;
  /** The methods of the operation, its own first. */
  readonly methods: readonly string[];
  /** The path below the base address, or the whole path of the quickstart. */
  readonly template: string;
  /** Completes "PUT is not a method of this path: …". */
  readonly hint: string;
};

/** Every path that has an operation. Spec 4. */
export const paths: Readonly<Record<PathName, PathRow>> = {
  orders: {
    operation: 'listOrders',
    methods: ['GET', 'HEAD'],
    template: '/store/orders',
    hint: 'GET lists the orders',
  },
  order: {
    operation: 'cancelOrder',
    methods: ['DELETE'],
    template: '/store/orders/{orderId}',
    hint: 'DELETE cancels the order; no other operation on a single order exists',
  },
  pet: {
    operation: 'getPet',
    methods: ['GET', 'HEAD'],
    template: '/pets/{petId}',
    hint: 'GET is the only one',
  },
  messages: {
    operation: 'postMessage',
    methods: ['POST'],
    template: '/quickstart/messages',
    hint: 'POST is the only one',
  },
};

/** The operation of a path with a method, or undefined if the path does not support the method. */
export function operationOf(path: PathName | undefined, method: string): OperationName | undefined {
  if (path === undefined) return undefined;
  const { methods, operation } = paths[path];
  return methods.includes(method) ? operation : undefined;
}

/** The request line of an operation: `DELETE /v1/store/orders/{orderId}`. */
export function requestLineOf(path: PathName, basePath: string): string {
  const { methods, template } = paths[path];
  return `${methods[0]} ${path === 'messages' ? '' : basePath}${template}`;
}
