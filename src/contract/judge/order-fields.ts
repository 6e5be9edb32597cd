import { type JsonNode, readIntegerToken } from './json-node.ts';

/** Each field as one bit, so that a set of fields is a number. */
export const fieldBits = { id: 1, petId: 2, quantity: 4, shipDate: 8, complete: 16 } as const;

export type OrderField = {
  readonly name: keyof typeof fieldBits;
  readonly expected: string;
  readonly fits: (node: JsonNode) => boolean;
};

const isNumber = ({ kind }: JsonNode): boolean => kind === 'number';
/** An integer in the sense of JSON Schema, of any size and form. */
const isInteger = (node: JsonNode): boolean =>
  node.kind === 'number' && readIntegerToken(node.text).kind !== 'fraction';
const isBoolean = (node: JsonNode): boolean => node.kind === 'literal' && node.value !== null;

/** The documented fields. R09 and R10 decide whether id and petId are int64 and shipDate is a date-time. */
export const orderFields: readonly OrderField[] = [
  { name: 'id', expected: 'an integer', fits: isNumber },
  { name: 'petId', expected: 'an integer', fits: isNumber },
  { name: 'quantity', expected: 'an integer', fits: isInteger },
  { name: 'shipDate', expected: 'a string', fits: ({ kind }) => kind === 'string' },
  { name: 'complete', expected: 'true or false', fits: isBoolean },
];
