type Timed = {
  /** In milliseconds of any clock that all operations share. */
  readonly begin: number;
  /** Infinity if its client never learned the outcome. */
  readonly end: number;
  /** The number of its exchange. */
  readonly exchange: number;
};

/** A cancel with a valid key. Any other status than 204, 404 and 409 says nothing about its order. */
export type CancelOperation = Timed & {
  readonly kind: 'cancel';
  /** Its path: `/store/orders/1001`. */
  readonly order: string;
  readonly status: number | undefined;
};

/** A list, as the paths of its orders. */
export type ListOperation = Timed & {
  readonly kind: 'list';
  readonly orders: readonly string[];
  /** The orders that it does not have; undefined if it is complete and these are all others. */
  readonly without?: readonly string[];
};

export type Operation = CancelOperation | ListOperation;
