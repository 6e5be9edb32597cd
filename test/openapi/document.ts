import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { packageRoot } from '../../src/version.ts';

/** The names of the OpenAPI documents of the service. */
export const documentNames = ['store-orders', 'quickstart'] as const;

/** The name of a document in `openapi/`. */
export type DocumentName = (typeof documentNames)[number];

/** A parsed YAML mapping. */
export type Mapping = Record<string, unknown>;

/** Returns the file path of a document. */
export function documentFile(name: DocumentName): string {
  return fileURLToPath(new URL(`openapi/${name}.yaml`, packageRoot));
}

/** Reads a document. Each call returns a new copy. */
export function readDocument(name: DocumentName): Mapping {
  return parse(readFileSync(documentFile(name), 'utf8'));
}

/** Returns the value at a JSON pointer (RFC 6901), following local `$ref`s. Throws if there is none. */
export function at(document: Mapping, pointer: string): unknown {
  let here: unknown = document;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key))
      throw new Error(`nothing at ${pointer}`);
    here = followed(document, Reflect.get(here, key));
  }
  return here;
}

function followed(document: Mapping, value: unknown): unknown {
  const reference = isMapping(value) ? value.$ref : undefined;
  return typeof reference === 'string' ? at(document, reference.slice(1)) : value;
}

/** Returns the values of all keys with this name, anywhere in the document. */
export function everyValueOf(key: string, value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => everyValueOf(key, item));
  if (!isMapping(value)) return [];
  const own = Object.hasOwn(value, key) ? [value[key]] : [];
  return [...own, ...Object.values(value).flatMap((item) => everyValueOf(key, item))];
}

/** Returns a copy without descriptions, summaries and `x-` extensions. */
export function withoutExplanations(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExplanations);
  if (!isMapping(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, item]) => !key.startsWith('x-') && !(explanations.has(key) && typeof item === 'string'),
  );
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutExplanations(item)]));
}

const explanations = new Set(['description', 'summary']);

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
