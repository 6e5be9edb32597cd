/** Calls a function with each item, some at a time, and returns the results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  call: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const rest = items.entries();
  const work = async (): Promise<void> => {
    for (const [at, item] of rest) results[at] = await call(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
