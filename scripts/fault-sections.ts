import { stringify } from 'yaml';
import * as z from 'zod';
import { commonFields, faultKinds } from '../src/faults/fault.ts';
import { fieldSchemas } from '../src/faults/fault-schema.ts';
import { formatDuration } from '../src/text/duration.ts';

type Json = z.core.JSONSchema.BaseSchema;

/** One Markdown section for each kind of fault: what it does, an example and its own fields. */
export function faultSections(): string {
  return Object.values(faultKinds)
    .map(({ kind, summary, example, fields }) => {
      const own: z.ZodRawShape = fields(fieldSchemas);
      const table = Object.keys(own).length === 0 ? [] : [fieldTable(own)];
      return [`## ${kind}`, summary, yamlOf(example), ...table].join('\n\n');
    })
    .join('\n\n');
}

/** The Markdown table of the fields that every fault has. */
export function commonFaultFields(): string {
  return fieldTable(commonFields(fieldSchemas));
}

function yamlOf(example: object): string {
  const text = stringify(example, { collectionStyle: 'flow', flowCollectionPadding: true, lineWidth: 0 });
  return `\`\`\`yaml\n${text.trimEnd()}\n\`\`\``;
}

function fieldTable(shape: z.ZodRawShape): string {
  const schema = z.toJSONSchema(z.object(shape), { io: 'input', unrepresentable: 'any' });
  const { properties = {}, required = [] } = schema;
  const rows = Object.entries(properties as Readonly<Record<string, Json>>).map(
    ([name, field]) =>
      `| \`${name}\` | ${typeOf(field)} | ${required.includes(name) ? 'yes' : 'no'} | ${field.description} |`,
  );
  return ['| Field | Value | Required | Description |', '|---|---|---|---|', ...rows].join('\n');
}

function typeOf({
  type,
  format,
  minimum = 0,
  maximum = 0,
  enum: values,
  properties,
  anyOf = [],
}: Json): string {
  const [first, second] = anyOf as readonly Json[];
  if (second?.type === 'string')
    return `duration from ${formatDuration(first?.minimum ?? 0)} to ${formatDuration(first?.maximum ?? 0)}`;
  if (second !== undefined) return anyOf.map((one) => typeOf(one as Json)).join(', or ');
  if (properties !== undefined) return `\`{ ${Object.keys(properties).join(', ')} }\``;
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ');
  if (format !== undefined) return format;
  return type === 'string' ? 'text' : `${type} from ${minimum} to ${maximum}`;
}
