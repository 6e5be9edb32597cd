/** How a target that loses digits reads an id: as a double, or in 32 bits. */
export const lossyReadings: readonly ((id: bigint) => bigint)[] = [
  (id) => BigInt(Number(id)),
  (id) => BigInt.asIntN(32, id),
];

/** Returns what is left of an id in a target that loses digits; nothing if it fits a double and 32 bits. */
export function lostDigits(id: bigint): readonly bigint[] {
  return lossyReadings.map((read) => read(id)).filter((left) => left !== id);
}

/** Whether a target that loses digits takes one id for the other. */
export function isSimilar(one: bigint, other: bigint): boolean {
  return lossyReadings.some((read) => read(one) === read(other));
}

/** What parsers return for a number that does not fit. */
const limits: readonly bigint[] = [0n, -1n, 2n ** 31n - 1n, -(2n ** 31n), 2n ** 32n - 1n].concat(
  [2n ** 53n - 1n, 2n ** 53n].flatMap((limit) => [limit, -limit]),
);

/** Whether a careless parser may return one of the listed ids for an id because that does not fit. */
export function isBeyondLimit(id: bigint, listed: ReadonlySet<bigint>): boolean {
  return (id < 0n || id >= 2n ** 31n) && limits.some((limit) => listed.has(limit));
}
