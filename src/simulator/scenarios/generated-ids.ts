/** The id that the first block counts from where it does not say. */
const defaultFirstId = 100_001n;

/** The ids of a block of generated orders: `first`, `first + 1`, … */
export type IdRun = { readonly first: bigint; readonly count: bigint };

/** The ids of every block: from its `firstId`, or on from the block before. Anything but an integer counts as not given. */
export function firstIdsOf(
  blocks: readonly { readonly firstId?: unknown; readonly count?: unknown }[],
): IdRun[] {
  let next = defaultFirstId;
  return blocks.map(({ firstId, count }) => {
    const run = {
      first: typeof firstId === 'bigint' ? firstId : next,
      count: typeof count === 'bigint' ? count : 0n,
    };
    next = run.first + run.count;
    return run;
  });
}
