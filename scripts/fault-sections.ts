import { stringify } from 'yaml';
import { commonFields, faultKinds } from '../src/faults/fault.ts';
import type { Field, IntegerField, NumberField, ObjectField } from '../src/field.ts';
import { formatDuration } from '../src/text/duration.ts';

/** One Markdown section for each kind of fault: what it does, an example and its own fields. */
export function faultSections(): string {
  return Object.values(faultKinds)
    .map(({ kind, summary, example, fields }) => {
      const table = Object.keys(fields).length === 0 ? [] : [fieldTable(fields)];
      return [`## ${kind}`, summary, yamlOf(inDurations(example, fields)), ...table].join('\n\n');
    })
    .join('\n\n');
}

/** The Markdown table of the fields that every fault has. */
export function commonFaultFields(): string {
  return fieldTable(commonFields);
}

function yamlOf(example: object): string {
  const text = stringify(example, { collectionStyle: 'flow', flowCollectionPadding: true, lineWidth: 0 });
  return `\`\`\`yaml\n${text.trimEnd()}\n\`\`\``;
}

function fieldTable(fields: Readonly<Record<string, Field>>): string {
  const rows = Object.entries(fields).map(([name, field]) => {
    const { optional = false, description } = field;
    return `| \`${name}\` | ${typeOf(field)} | ${optional ? 'no' : 'yes'} | ${description} |`;
  });
  return ['| Field | Value | Required | Description |', '|---|---|---|---|', ...rows].join('\n');
}

function typeOf(field: Field | ObjectField): string {
  switch (field.type) {
    case 'integer':
    case 'number':
      return rangeOf(field);
    case 'order-id':
      return 'int64';
    case 'order-ids':
      return 'list of int64';
    case 'text':
      return field.expected;
    case 'enum':
      return field.values.map((value) => `\`${value}\``).join(', ');
    case 'object':
      return `\`{ ${Object.keys(field.fields).join(', ')} }\``;
    case 'any-of':
      return field.options.map(typeOf).join(', or ');
  }
}

/** Writes the times of a fault as durations. */
function inDurations(fault: object, fields: Readonly<Record<string, Field>>): object {
  const entries = Object.entries(fault).map(([name, value]) => {
    const field = fields[name];
    const isTime = field?.type === 'any-of' || (field?.type === 'integer' && field.unit === 'ms');
    return [name, isTime ? asDurations(value) : value];
  });
  return Object.fromEntries(entries);
}

function asDurations(value: unknown): unknown {
  if (typeof value === 'number') return formatDuration(value);
  const parts = Object.entries(value as Readonly<Record<string, number>>);
  return Object.fromEntries(parts.map(([name, ms]) => [name, name === 'sigma' ? ms : formatDuration(ms)]));
}

function rangeOf(field: IntegerField | NumberField): string {
  if (field.type === 'integer' && field.unit === 'ms')
    return `duration from ${formatDuration(field.minimum)} to ${formatDuration(field.maximum)}`;
  const least = field.type === 'integer' ? field.minimum : 0;
  return `${field.type === 'integer' ? 'integer' : 'number'} from ${least} to ${field.maximum}`;
}
