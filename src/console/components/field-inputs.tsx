import { Fragment, type JSX } from 'preact';
import { type FieldSchema, type FormValues, formOf, formsOf, withForm } from '../form-values.ts';
import { labelOf, SelectField, TextField } from './field.tsx';

/** The controls of the fields of a body of the API, with their words and bounds. */
export function FieldInputs(props: {
  readonly schema: FieldSchema;
  readonly values: FormValues;
  readonly onChange: (values: FormValues) => void;
}) {
  const { schema, values, onChange } = props;
  const inputs = ({ properties = {}, required = [] }: FieldSchema, prefix = ''): JSX.Element[] =>
    Object.entries(properties).map(([name, field]) => {
      const at = prefix === '' ? name : `${prefix}.${name}`;
      return formsOf(field).length > 0 ? (
        forms(name, field)
      ) : (
        <FieldInput
          key={at}
          label={labelOf(prefix === '' ? name : `${prefix}: ${name}`)}
          field={field}
          required={required.includes(name)}
          value={values[at] ?? ''}
          onInput={(value) => onChange({ ...values, [at]: value })}
        />
      );
    });
  const forms = (name: string, field: FieldSchema) => {
    const all = formsOf(field);
    const chosen = formOf(name, field, values);
    const { properties, ...form } = all[chosen] ?? {};
    const one = { properties: { [name]: form }, required: [name] };
    return (
      <Fragment key={name}>
        <SelectField
          label={labelOf(`${name}, its form`)}
          value={String(chosen)}
          choices={all.map((one, index) => ({ value: String(index), text: titleOf(one) }))}
          hint={field.description}
          onChange={(index) => onChange(withForm(name, all[Number(index)], values))}
        />
        {properties === undefined ? inputs(one) : inputs({ ...form, properties }, name)}
      </Fragment>
    );
  };
  return <>{inputs(schema)}</>;
}

function titleOf({ properties, description = '' }: FieldSchema): string {
  return properties === undefined ? description.replace(/\.$/, '') : Object.keys(properties).join(', ');
}

function FieldInput(props: {
  readonly label: string;
  readonly field: FieldSchema;
  readonly required: boolean;
  readonly value: string;
  readonly onInput: (value: string) => void;
}) {
  const { field, required, ...rest } = props;
  const { description = '', type } = field;
  const options = type === 'boolean' ? ['false', 'true'] : field.enum;
  if (options !== undefined) {
    const { label, value, onInput } = rest;
    const choices = [{ value: '', text: required ? '(choose one)' : '(not given)' }, ...options];
    return (
      <SelectField label={label} value={value} choices={choices} hint={description} onChange={onInput} />
    );
  }
  return (
    <TextField
      {...rest}
      required={required}
      hint={`${description} ${boundsOf(field)}`.trim()}
      {...(type === 'integer' && { inputMode: 'numeric' as const })}
    />
  );
}

function boundsOf({ minimum, maximum }: FieldSchema): string {
  if (minimum === undefined || maximum === undefined) return '';
  return `${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}.`;
}
