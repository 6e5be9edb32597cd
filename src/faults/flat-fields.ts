import type { Field } from '../field.ts';
import { commonFields, faultKinds } from './fault.ts';

/**
 * Returns the fields of all kinds of faults as those of one object: `kind` says which of them may be given. Numbers have the widest
 * bounds of their kinds; the description is that of each kind, unless all say the same. `kinds` is undefined for all.
 */
export function flatFaultFields() {
  const common = Object.entries<Field>(commonFields).map(([name, field]) => ({
    name,
    field,
    kinds: undefined,
    description: field.description,
  }));
  const own = new Map<string, { readonly kind: string; readonly field: Field }[]>();
  for (const { kind, fields } of Object.values(faultKinds))
    for (const [name, field] of Object.entries<Field>(fields))
      own.set(name, [...(own.get(name) ?? []), { kind, field }]);
  return [...common, ...[...own].map(([name, all]) => mergeKinds(name, all))];
}

function mergeKinds(name: string, all: readonly { readonly kind: string; readonly field: Field }[]) {
  const kinds = all.map(({ kind }) => kind);
  const says = new Set(all.map(({ field }) => field.description));
  const [one] = says;
  const description =
    says.size === 1
      ? `For ${kinds.map(code).join(', ')}. ${one}`
      : all.map(({ kind, field }) => `For ${code(kind)}: ${field.description}`).join(' ');
  const field = all.map((each) => each.field).reduce(widen);
  return { name, field, kinds, description };
}

function widen(one: Field, other: Field): Field {
  if (one.type !== 'integer' || other.type !== 'integer') return one;
  const minimum = Math.min(one.minimum, other.minimum);
  return { ...one, minimum, maximum: Math.max(one.maximum, other.maximum) };
}

function code(kind: string): string {
  return `\`${kind}\``;
}
