import { fieldBits, type OrderField } from './order-fields.ts';

/** A name of a field with the quotation marks around it. */
export type Name = { readonly bit: number; readonly written: Uint8Array };

function named(name: OrderField['name']): Name {
  return { bit: fieldBits[name], written: Buffer.from(`"${name}"`) };
}

/** The names of the documented fields. */
export const names = {
  id: named('id'),
  petId: named('petId'),
  quantity: named('quantity'),
  shipDate: named('shipDate'),
  complete: named('complete'),
};

// Their first letters tell the fields apart.
const byLetter: readonly (Name | undefined)[] = Array.from({ length: 128 }, (_, letter) =>
  Object.values(names).find(({ written }) => written[1] === letter),
);

/** The documented field whose name seems to stand at `at`: its first letter does. */
export function nameAt(bytes: Buffer, at: number): Name | undefined {
  return byLetter[bytes[at + 1] ?? 0];
}
