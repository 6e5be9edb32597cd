import { Fragment, type JSX } from 'preact';
import type { Field, Fields } from '../../field.ts';
import { type FormValues, formOf, withForm } from '../form-values.ts';
import { labelOf, SelectField, TextField } from './field.tsx';

/** The controls of fields of the API, with their words and bounds. */
export function FieldInputs(props: {
  readonly fields: Fields;
  readonly values: FormValues;
  readonly onChange: (values: FormValues) => void;
}): JSX.Element {
  const { fields, values, onChange } = props;
  const input = (at: string, field: Field, label = at) => (
    <FieldInput
      key={at}
      label={labelOf(label)}
      field={field}
      value={values[at] ?? ''}
      onInput={(value) => onChange({ ...values, [at]: value })}
    />
  );
  const inputs = ([name, field]: [string, Field]): JSX.Element => {
    if (field.type !== 'any-of') return input(name, field);
    const { options, description } = field;
    const chosen = formOf(name, field, values);
    const form = options[chosen];
    const parts = form?.type === 'object' ? Object.entries(form.fields) : [];
    return (
      <Fragment key={name}>
        <SelectField
          label={labelOf(`${name}, its form`)}
          value={String(chosen)}
          choices={options.map((one, at) => ({ value: String(at), text: titleOf(one) }))}
          hint={description}
          onChange={(at) => onChange(withForm(name, options[Number(at)], values))}
        />
        {form?.type === 'integer' && input(name, form)}
        {parts.map(([part, inner]) => input(`${name}.${part}`, inner, `${name}: ${part}`))}
      </Fragment>
    );
  };
  return <>{Object.entries(fields).map(inputs)}</>;
}

function titleOf(form: Extract<Field, { type: 'any-of' }>['options'][number]): string {
  return form.type === 'object' ? Object.keys(form.fields).join(', ') : form.description.replace(/\.$/, '');
}

function FieldInput(props: {
  readonly label: string;
  readonly field: Field;
  readonly value: string;
  readonly onInput: (value: string) => void;
}): JSX.Element {
  const { field, ...rest } = props;
  const { description, optional = false } = field;
  if (field.type === 'enum') {
    const { label, value, onInput } = rest;
    const choices = [{ value: '', text: optional ? '(not given)' : '(choose one)' }, ...field.values];
    return (
      <SelectField label={label} value={value} choices={choices} hint={description} onChange={onInput} />
    );
  }
  const isWhole = (field.type === 'integer' && field.unit === undefined) || field.type.startsWith('order-id');
  return (
    <TextField
      {...rest}
      required={!optional}
      hint={`${description} ${boundsOf(field)}`.trim()}
      {...(isWhole && { inputMode: 'numeric' as const })}
    />
  );
}

function boundsOf(field: Field): string {
  if (field.type === 'number') return `0 to ${field.maximum.toLocaleString('en')}.`;
  if (field.type !== 'integer' || field.unit === 'ms') return '';
  return `${field.minimum.toLocaleString('en')} to ${field.maximum.toLocaleString('en')}.`;
}
