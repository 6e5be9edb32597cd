/** Passes on items in the order of their numbers, although they arrive in another. */
export type InOrder<Item> = {
  /** Adds the item of a number, or that the number has none. Every number must be added. */
  add(number: number, item: Item | undefined): void;
  /** Passes on every item that waits. Items before these are not passed on afterwards. */
  flush(): void;
  /** How many items arrived when later ones had been passed on. */
  readonly late: number;
};

/**
 * Creates a queue for items whose numbers count from 1. When more than `most` numbers wait for a missing one, it is not waited
 * for any longer.
 */
export function createInOrder<Item>(pass: (item: Item) => void, most: number): InOrder<Item> {
  const waiting = new Map<number, Item | undefined>();
  let next = 1;
  let late = 0;
  const passNext = (): void => {
    const item = waiting.get(next);
    waiting.delete(next);
    next += 1;
    if (item !== undefined) pass(item);
  };
  const passAll = (): void => {
    for (const number of [...waiting.keys()].sort((one, other) => one - other)) {
      next = number;
      passNext();
    }
  };
  return {
    add(number, item) {
      if (number < next) {
        if (item !== undefined) late += 1;
        return;
      }
      waiting.set(number, item);
      while (waiting.has(next)) passNext();
      if (waiting.size > most) passAll();
    },
    flush: passAll,
    get late() {
      return late;
    },
  };
}
