const int32 = { smallest: -(2n ** 31n), largest: 2n ** 31n - 1n };
const largestUint32 = 2n ** 32n - 1n;
const largestExact = 2n ** 53n - 1n;

/** How a target that loses digits reads an id: as a double, or in 32 bits. */
export const lossyReadings: readonly ((id: bigint) => bigint)[] = [
  (id) => BigInt(Number(id)),
  (id) => BigInt.asIntN(32, id),
];

/** Returns what is left of an id in a target that loses digits; nothing if it fits a double and 32 bits. */
export function lostDigits(id: bigint): readonly bigint[] {
  return lossyReadings.map((read) => read(id)).filter((left) => left !== id);
}

/**
 * Returns `id` and what a careless target might read instead: without its sign, in 32 bits with and without a sign, as a
 * double or a float, or what a parser returns for a number that does not fit: the nearest limit of 32 or 53 bits, 0 or
 * -1. The id of an order that must not exist avoids them.
 */
export function misreadings(id: bigint): readonly bigint[] {
  const double = BigInt(Number(id));
  return [
    id,
    -id,
    double,
    BigInt.asUintN(31, id),
    ...[id, double].flatMap((one) => [BigInt.asIntN(32, one), BigInt.asUintN(32, one)]),
    BigInt(Math.fround(Number(id))),
    ...limitsFor(id),
  ];
}

function limitsFor(id: bigint): readonly bigint[] {
  const size = id < 0n ? -id : id;
  const fits = id >= int32.smallest && id <= int32.largest;
  return [
    ...(id < 0n || !fits ? [0n, -1n] : []),
    ...(fits ? [] : [int32.largest, int32.smallest]),
    ...(size > largestUint32 ? [largestUint32] : []),
    ...(size > largestExact ? [largestExact, -largestExact, largestExact + 1n, -largestExact - 1n] : []),
  ];
}
