import { readIntegerToken } from './integer-token.ts';
import type { JsonNode } from './json-node.ts';

/** Whether a value is a number, whole or not. */
export function isNumber(node: JsonNode): boolean {
  return node.kind === 'number';
}

/** Whether a value is an integer in the sense of JSON Schema, of any size. */
export function isInteger(node: JsonNode): boolean {
  return node.kind === 'number' && readIntegerToken(node.text).kind !== 'fraction';
}

/** Whether a value is a string. */
export function isString(node: JsonNode): boolean {
  return node.kind === 'string';
}

/** Whether a value is true or false. */
export function isBoolean(node: JsonNode): boolean {
  return node.kind === 'literal' && node.value !== null;
}
