import { faultKinds } from '../../src/faults/fault.ts';
import { whenField } from '../../src/faults/fault-kind.ts';
import { flatFaultFields } from '../../src/faults/flat-fields.ts';
import type { Field, IntegerField, ObjectField } from '../../src/field.ts';
import { checkKinds } from '../../src/journal-checks.ts';
import { s } from './schema.ts';
import type { Schema } from './section.ts';

const about =
  'An injected fault. `operation`, `orderId` and `key` select the exchanges that it affects; `times`, `every`, `probability` and `duration` limit how often it fires; `when` selects whether it fires before or after a cancel takes effect. A time is a text such as `200ms`, or a number of milliseconds; responses have the number. The description of every other field names the kinds that have it. See docs/reference/faults.md.';

/** Returns the schemas of faults. Each is one object with the fields of all kinds, which every generator of clients reads. */
export function faultSchemas(): Readonly<Record<string, Schema>> {
  const { id, kind, plain, all } = fields();
  return {
    Fault: s.says(about, s.object({ 'id?': id, kind, ...all })),
    FaultKind: s.says('The kind of a fault.', s.choice(...Object.keys(faultKinds))),
    FaultMoment: s.says(
      'When a fault fires relative to the commit of a cancel.',
      s.choice(...whenField.values),
    ),
    FaultStatus: s.says(
      'A fault and what it has done so far.',
      s.object({
        id: s.text,
        kind,
        ...plain,
        addedAt: s.dateTime,
        'endsAt?': s.dateTime,
        ended: s.boolean,
        matched: s.integer,
        fired: s.integer,
      }),
    ),
  };
}

/** Returns the schema of checks: one variant for each kind. */
export function checkSchemas(): Readonly<Record<string, Schema>> {
  const oneOf = checkKinds.map(({ check, says, fields }) => {
    const own = Object.entries(fields).map(([name, field]) => [
      field.optional === true ? `${name}?` : name,
      schemaOf(field, false),
    ]);
    return s.says(says, s.object({ check: { const: check }, ...Object.fromEntries(own) }));
  });
  return { Check: s.says('A statement about what the client did.', { oneOf }) };
}

/** The fields of faults. `plain`: as responses have them, without texts such as `200ms`. */
function fields() {
  const plain: Record<string, Schema> = {};
  const all: Record<string, Schema> = {};
  let id: Schema = s.text;
  for (const { name, field, description } of flatFaultFields()) {
    if (name === 'id') id = s.says(description, schemaOf(field, false));
    if (name === 'id') continue;
    all[`${name}?`] = s.says(description, schemaOf(field, true));
    plain[`${name}?`] = s.says(description, schemaOf(field, false));
  }
  return { id, kind: s.ref('FaultKind'), plain, all };
}

function integer({ minimum, maximum }: IntegerField): Schema {
  return { type: 'integer', minimum, maximum };
}

function schemaOf(field: Field | ObjectField, durations: boolean): Schema {
  switch (field.type) {
    case 'integer':
      return durations && field.unit === 'ms'
        ? { oneOf: [s.ref('Duration'), integer(field)] }
        : integer(field);
    case 'number':
      return { type: 'number', minimum: 0, maximum: field.maximum };
    case 'order-id':
      return s.int64;
    case 'order-ids':
      return s.list(s.int64);
    case 'text':
      return { type: 'string', pattern: field.pattern.source };
    case 'enum':
      return s.choice(...field.values);
    case 'object':
      return s.object(
        Object.fromEntries(
          Object.entries(field.fields).map(([name, one]) => [name, schemaOf(one, durations)]),
        ),
      );
    case 'any-of':
      return { oneOf: field.options.map((option) => schemaOf(option, durations)) };
  }
}
