import { z } from 'zod';

/** What the rest of the document describes by another document. */
const opaque = ['scenario', 'gaps'];

/** The paths of the fields that a schema reads: `faults[].kind`. The content of scenarios and gap choices is left out. */
export function schemaFields(schema: unknown): readonly string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) => {
      const inner = opaque.includes(key) ? [] : schemaFields(field);
      return [key, ...inner.map((one) => (one.startsWith('[') ? `${key}${one}` : `${key}.${one}`))];
    });
  if (schema instanceof z.ZodArray) return schemaFields(schema.element).map((one) => `[].${one}`);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(schemaFields);
  if (schema instanceof z.ZodPipe) return schemaFields(schema.in);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodLazy)
    return schemaFields(schema.unwrap());
  return [];
}
