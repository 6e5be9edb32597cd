import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Fields } from '../../../field.ts';
import { FieldInputs } from '../../components/field-inputs.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { anyInteger, anyOf, anyText, readValues } from '../../form-values.ts';

const fields: Fields = {
  orderId: { type: 'order-id', description: 'Another order of this id is replaced.' },
  petId: anyInteger('The id of the animal.'),
  quantity: anyInteger('The number of units: any integer.'),
  shipDate: anyText('An RFC 3339 date-time.'),
  complete: anyOf('Independent of the status.', 'false', 'true'),
  status: anyOf('The service never sends it.', 'pending', 'shipped', 'cancelled'),
};

/** The form that adds an order. A field that is left empty is left out of the order. */
export function AddOrder(props: { readonly environment: string; readonly onClose: () => void }): JSX.Element {
  const { environment, onClose } = props;
  const [values, setValues] = useState<Readonly<Record<string, string>>>(suggest);
  const { orderId: _, complete, ...given } = readValues(fields, values);
  const id = values.orderId?.trim() ?? '';
  return (
    <FormDialog
      title={`Add an order to ${environment}`}
      submit="Add order"
      disabled={id === ''}
      onClose={onClose}
      action={{
        title: `Add order ${id}`,
        route: 'PUT /environments/{environment}/orders/{order}',
        params: { environment, order: id },
        json: { ...given, ...(complete !== undefined && { complete: complete === 'true' }) },
        done: ({ before }) => (before === undefined ? `Order ${id} was added` : `Order ${id} was replaced`),
      }}
    >
      <FieldInputs fields={fields} values={values} onChange={setValues} />
    </FormDialog>
  );
}

function suggest(): Readonly<Record<string, string>> {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const shipDate = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z');
  const rest = { petId: '7000', quantity: '1', complete: 'false', status: 'pending' };
  return { orderId: `48${random % 1_000_000}`, shipDate, ...rest };
}
