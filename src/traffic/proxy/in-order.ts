/**
 * Passes on items in the order of their numbers, which count from 1, although they arrive in another order. It does not wait for
 * a missing number any longer when more than `most` numbers wait for it.
 */
export function createInOrder<Item>(pass: (item: Item) => void, most: number) {
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
    /** Adds the item of a number, or that the number has none. Every number must be added. */
    add(number: number, item: Item | undefined): void {
      if (number < next) {
        if (item !== undefined) late += 1;
        return;
      }
      waiting.set(number, item);
      while (waiting.has(next)) passNext();
      if (waiting.size > most) passAll();
    },
    /** Passes on every item that waits. Items before these are not passed on afterwards. */
    flush: passAll,
    /** How many items arrived when later ones had been passed on. */
    get late() {
      return late;
    },
  };
}
