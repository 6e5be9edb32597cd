import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Field } from '../../../field.ts';
import { checkKinds } from '../../../journal-checks.ts';
import { labelOf, SelectField, TextField } from '../../components/field.tsx';
import { type Check, type CheckValues, checkOf } from './check.ts';

const empty: CheckValues = { times: '1', atMost: '1' };

/** The form that adds a check to the list. */
export function AddCheck({ onAdd }: { readonly onAdd: (check: Check) => void }): JSX.Element {
  const [name, setName] = useState(checkKinds[0]?.name ?? '');
  const [values, setValues] = useState(empty);
  const kind = checkKinds.find((one) => one.name === name);
  const input = ([field, { optional, ...schema }]: [string, Field]): JSX.Element => {
    const onInput = (value: string) => setValues({ ...values, [field]: value });
    const shared = { label: labelOf(field), hint: schema.description, value: values[field] ?? '' };
    if ('values' in schema)
      return (
        <SelectField
          key={field}
          {...shared}
          choices={[{ value: '', text: 'any' }, ...schema.values]}
          onChange={onInput}
        />
      );
    return (
      <TextField key={field} {...shared} required={optional !== true} inputMode="numeric" onInput={onInput} />
    );
  };
  return (
    <form
      class="panel form"
      aria-label="Add a check"
      onSubmit={(event) => {
        event.preventDefault();
        if (kind !== undefined) onAdd(checkOf(kind, values));
      }}
    >
      <div class="fields">
        <SelectField
          label="Check"
          value={name}
          choices={checkKinds.map((one) => one.name)}
          hint={kind?.says.replaceAll('`', '')}
          onChange={setName}
        />
        {Object.entries(kind?.fields ?? {}).map(input)}
      </div>
      <div class="buttons">
        <button type="submit" class="button">
          Add check
        </button>
      </div>
    </form>
  );
}
