import { isOf, type JsonNode } from './json-node.ts';

/** Each field as one bit, so that a set of fields is a number. */
export const fieldBits = { id: 1, petId: 2, quantity: 4, shipDate: 8, complete: 16 } as const;

export type OrderField = {
  readonly name: keyof typeof fieldBits;
  readonly expected: string;
  readonly fits: (node: JsonNode) => boolean;
};

/** The documented fields. R09 and R10 decide whether id and petId are int64 and shipDate is a date-time. */
export const orderFields: readonly OrderField[] = [
  { name: 'id', expected: 'an integer', fits: isOf.number },
  { name: 'petId', expected: 'an integer', fits: isOf.number },
  { name: 'quantity', expected: 'an integer', fits: isOf.integer },
  { name: 'shipDate', expected: 'a string', fits: isOf.string },
  { name: 'complete', expected: 'true or false', fits: isOf.boolean },
];
