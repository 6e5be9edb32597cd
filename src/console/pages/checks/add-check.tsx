import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { SelectField, TextField } from '../../components/field.tsx';
import { operations } from '../journal/journal-filter.ts';
import { type Check, type CheckField, type CheckValues, checkKinds, checkOf } from './check.ts';

const empty: CheckValues = { orderId: '', times: '1', atMost: '1', operation: '', except: '' };

const labels: Readonly<Record<CheckField, string>> = {
  orderId: 'Order id',
  times: 'Times',
  atMost: 'At most',
  operation: 'Operation',
  except: 'Except these order ids',
};

/** The form that adds a check to the list. */
export function AddCheck({ onAdd }: { readonly onAdd: (check: Check) => void }): JSX.Element {
  const [name, setName] = useState(checkKinds[0]?.name ?? '');
  const [values, setValues] = useState(empty);
  const kind = checkKinds.find((one) => one.name === name);
  const input = (field: CheckField): JSX.Element => {
    const onInput = (value: string) => setValues({ ...values, [field]: value });
    const shared = { label: labels[field], value: values[field] };
    if (field === 'operation')
      return (
        <SelectField
          key={field}
          {...shared}
          choices={[{ value: '', text: 'any' }, ...operations]}
          onChange={onInput}
        />
      );
    const required = kind?.check === 'cancelled' || field === 'atMost';
    return <TextField key={field} {...shared} required={required} inputMode="numeric" onInput={onInput} />;
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
          hint={kind?.says}
          onChange={setName}
        />
        {kind?.fields.map(input)}
      </div>
      <div class="buttons">
        <button type="submit" class="button">
          Add check
        </button>
      </div>
    </form>
  );
}
