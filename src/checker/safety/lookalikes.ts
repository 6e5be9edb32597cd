/**
 * The ids that a careless target might take `id` for: its other sign, its low 32 bits, its nearest double. An id drawn
 * for an order that must not exist keeps clear of every listed order in these readings too.
 */
export function lookalikes(id: bigint): readonly bigint[] {
  return [-id, BigInt.asIntN(32, id), BigInt.asUintN(32, id), BigInt.asUintN(31, id), BigInt(Number(id))];
}
