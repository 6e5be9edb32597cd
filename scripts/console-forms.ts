import { parse } from 'yaml';
import * as z from 'zod';
import { commonFields, faultKinds } from '../src/faults/fault.ts';
import { fieldSchemas } from '../src/faults/fault-schema.ts';
import type { Schema } from './control-types.ts';

type Schemas = Readonly<Record<string, Schema>>;

/** Returns the JSON Schemas of the bodies for which the console has a form, for the text of `openapi/control.yaml`. */
export function consoleForms(text: string): object {
  const { schemas }: { schemas: Schemas } = parse(text).components;
  const kinds = Object.entries(faultKinds).map(([kind, { summary, fields }]) => [
    kind,
    { description: summary, ...jsonSchema(fields(fieldSchemas)) },
  ]);
  return {
    // The document has one object for all kinds.
    faultKinds: Object.fromEntries(kinds),
    anyFault: jsonSchema(commonFields(fieldSchemas)),
    order: form(schemas, 'OrderRequest', 'id', 'petId', 'quantity', 'shipDate', 'complete', 'status'),
    hold: form(schemas, 'GateRequest', 'orderId', 'timeout', 'count', 'id'),
    environment: form(schemas, 'EnvironmentRequest', 'profile', 'ttl', 'seed'),
  };
}

/** Returns some fields of a schema, without references. */
function form(schemas: Schemas, name: string, ...fields: readonly string[]): Schema {
  const { properties = {} } = schemas[name] ?? {};
  const entries = fields.map((field) => {
    const { $ref = '', ...own } = (properties[field] ?? {}) as Schema;
    return [field, { ...schemas[$ref.replace(/.*\//, '')], ...own }];
  });
  return { properties: Object.fromEntries(entries) };
}

function jsonSchema(shape: z.ZodRawShape): object {
  const { properties, required } = z.toJSONSchema(z.object(shape), { io: 'input', unrepresentable: 'any' });
  return { properties, required };
}
