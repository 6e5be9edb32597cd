import type { JSX } from 'preact';
import { labelOf, SelectField, TextField } from '../../components/field.tsx';
import { type FaultDraft, formOf } from './fault-draft.ts';
import type { FaultField, FieldSchema } from './fault-schema.ts';

type Change = (values: Readonly<Record<string, string | undefined>>) => void;

/** The control for a field of a fault, with the words of the schema. `onChange` receives the values that change. */
export function FaultFieldControl(props: {
  readonly field: FaultField;
  readonly draft: FaultDraft;
  readonly onChange: Change;
}): JSX.Element {
  const { field, draft, onChange } = props;
  const { name, schema, required } = field;
  const { anyOf } = schema;
  const plain = (at: string, of: FieldSchema, needed: boolean, label = at) => (
    <Plain
      key={at}
      label={labelOf(label)}
      schema={of}
      required={needed}
      value={draft.values[at] ?? ''}
      onInput={(value) => onChange({ [at]: value })}
    />
  );
  if (anyOf === undefined) return plain(name, schema, required);
  const chosen = formOf(draft, field);
  const form = anyOf[chosen] ?? schema;
  const { properties } = form;
  return (
    <>
      <SelectField
        label={labelOf(`${name}, its form`)}
        value={String(chosen)}
        choices={anyOf.map((one, at) => ({ value: String(at), text: titleOf(one) }))}
        hint={schema.description}
        onChange={(at) => onChange(emptied(name, anyOf, anyOf[Number(at)]))}
      />
      {properties === undefined
        ? plain(name, form, required)
        : Object.entries(properties).map(([part, inner]) =>
            plain(`${name}.${part}`, inner, true, `${name}: ${part}`),
          )}
    </>
  );
}

/** The values of all forms are removed, and those of the chosen one are empty. */
function emptied(
  name: string,
  forms: readonly FieldSchema[],
  chosen: FieldSchema | undefined,
): Readonly<Record<string, string | undefined>> {
  const partsOf = (form: FieldSchema | undefined) =>
    Object.keys(form?.properties ?? {}).map((part) => `${name}.${part}`);
  return Object.fromEntries([
    [name, undefined],
    ...forms.flatMap(partsOf).map((at) => [at, undefined]),
    ...partsOf(chosen).map((at) => [at, '']),
  ]);
}

function titleOf({ properties, description = '' }: FieldSchema): string {
  return properties === undefined ? description.replace(/\.$/, '') : Object.keys(properties).join(', ');
}

function Plain(props: {
  readonly label: string;
  readonly schema: FieldSchema;
  readonly required: boolean;
  readonly value: string;
  readonly onInput: (value: string) => void;
}): JSX.Element {
  const { label, schema, required, value, onInput } = props;
  if (schema.enum !== undefined)
    return (
      <SelectField
        label={label}
        value={value}
        choices={required ? schema.enum : [{ value: '', text: '(not given)' }, ...schema.enum]}
        hint={schema.description}
        onChange={onInput}
      />
    );
  return (
    <TextField
      label={label}
      value={value}
      required={required}
      hint={`${schema.description ?? ''} ${boundsOf(schema)}`.trim()}
      {...(schema.type === 'integer' && { inputMode: 'numeric' as const })}
      onInput={onInput}
    />
  );
}

function boundsOf({ minimum, maximum }: FieldSchema): string {
  if (minimum === undefined || maximum === undefined) return '';
  return `${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}.`;
}
