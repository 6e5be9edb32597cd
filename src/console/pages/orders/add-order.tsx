import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { ActionForm } from '../../components/form.tsx';
import { numberOf } from '../../form-values.ts';

const fields = [
  { name: 'id', label: 'Order id', numeric: true },
  { name: 'petId', label: 'Pet id', numeric: true },
  { name: 'quantity', label: 'Quantity', numeric: true },
  { name: 'shipDate', label: 'Ship date', numeric: false },
] as const;

/** The form that adds an order. A field that is left empty is left out of the order. */
export function AddOrder(props: { readonly environment: string; readonly onClose: () => void }): JSX.Element {
  const { environment, onClose } = props;
  const [values, setValues] = useState<Readonly<Record<string, string>>>(suggest);
  const set = (name: string, value: string) => setValues((known) => ({ ...known, [name]: value }));
  const { id = '', complete = '', status = '' } = values;
  const given = fields.flatMap(({ name, numeric }) => {
    const value = values[name]?.trim() ?? '';
    return value === '' || name === 'id' ? [] : [[name, numeric ? numberOf(value) : value]];
  });
  const json = {
    ...Object.fromEntries(given),
    ...(complete === '' ? {} : { complete: complete === 'true' }),
    status,
  };
  return (
    <Dialog title={`Add an order to ${environment}`} onClose={onClose}>
      <ActionForm
        submit="Add order"
        disabled={id.trim() === ''}
        onDone={onClose}
        action={{
          title: `Add order ${id.trim()}`,
          route: 'PUT /environments/{environment}/orders/{order}',
          params: { environment, order: id.trim() },
          json,
          done: ({ before }) => (before === undefined ? `Order ${id} was added` : `Order ${id} was replaced`),
        }}
      >
        {fields.map(({ name, label, numeric }) => (
          <TextField
            key={name}
            label={label}
            value={values[name] ?? ''}
            inputMode={numeric ? 'numeric' : 'text'}
            placeholder={name === 'id' ? '' : 'left out'}
            required={name === 'id'}
            onInput={(value) => set(name, value)}
          />
        ))}
        <SelectField
          label="Complete"
          value={complete}
          choices={[{ value: '', text: 'left out' }, 'false', 'true']}
          onChange={(value) => set('complete', value)}
        />
        <SelectField
          label="Status"
          value={status}
          choices={['pending', 'shipped', 'cancelled']}
          onChange={(value) => set('status', value)}
        />
      </ActionForm>
    </Dialog>
  );
}

function suggest(): Readonly<Record<string, string>> {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const shipDate = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z');
  return {
    id: `48${random % 1_000_000}`,
    petId: '7000',
    quantity: '1',
    shipDate,
    complete: 'false',
    status: 'pending',
  };
}
