import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { checkKinds } from '../../../journal-checks.ts';
import { SelectField } from '../../components/field.tsx';
import { FieldInputs } from '../../components/field-inputs.tsx';
import { type FormValues, readValues } from '../../form-values.ts';
import type { Check } from './check.ts';

const empty: FormValues = { times: '1', atMost: '1' };

export function AddCheck({ onAdd }: { readonly onAdd: (check: Check) => void }): JSX.Element {
  const [name, setName] = useState(checkKinds[0]?.name ?? '');
  const [values, setValues] = useState(empty);
  const kind = checkKinds.find((one) => one.name === name);
  return (
    <form
      class="panel form"
      aria-label="Add a check"
      onSubmit={(event) => {
        event.preventDefault();
        if (kind !== undefined) onAdd({ check: kind.check, ...readValues(kind.fields, values) });
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
        <FieldInputs fields={kind?.fields ?? {}} values={values} onChange={setValues} />
      </div>
      <div class="buttons">
        <button type="submit" class="button">
          Add check
        </button>
      </div>
    </form>
  );
}
