import { fileOptions } from '../src/cli/check-config.ts';
import type { OptionRow } from '../src/options/option-row.ts';

const scalar = { type: ['string', 'number'] } as const;

export const checkConfigSchemaFile = 'docs/reference/check-config.schema.json';

/** Returns the JSON schema of the file of `--config`, for editors. It comes from the flags of `check`. */
export function checkConfigSchema(): object {
  const flags = Object.fromEntries([...fileOptions].map(([key, row]) => [key, schemaOf(key, row)]));
  const url = { type: 'string', description: 'base address of the deployment, ending in /v1' };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    description: 'The targets of store-orders-sim check --config FILE.',
    type: 'object',
    required: ['targets'],
    additionalProperties: false,
    properties: {
      targets: {
        description: 'The targets by name, checked in this order.',
        type: 'object',
        minProperties: 1,
        propertyNames: { pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$' },
        additionalProperties: {
          type: 'object',
          oneOf: [{ required: ['url'] }, { required: ['quickstart'] }],
          additionalProperties: false,
          properties: { url, ...flags },
        },
      },
      defaults: {
        description: 'Flags of every target. A target can override them.',
        type: 'object',
        additionalProperties: false,
        properties: flags,
      },
    },
  };
}

function schemaOf(key: string, { argument, description, repeatable }: OptionRow): object {
  if (argument === undefined) return { description, type: 'boolean' };
  if (repeatable !== true) return { description, ...scalar };
  const list = { type: 'array', items: scalar, minItems: 1 };
  const byName = { type: 'object', additionalProperties: scalar };
  return { description, anyOf: key === 'header' ? [scalar, list, byName] : [scalar, list] };
}
