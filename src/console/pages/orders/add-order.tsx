import { useState } from 'preact/hooks';
import { FieldInputs } from '../../components/field-inputs.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { type FieldSchema, readValues } from '../../form-values.ts';
import forms from '../../forms.json' with { type: 'json' };

const { id, ...others } = forms.order.properties;
const schema: FieldSchema = {
  properties: { orderId: { ...id, description: 'Another order of this id is replaced.' }, ...others },
  required: ['orderId'],
};

/** The form that adds an order. A field that is left empty is left out of the order. */
export function AddOrder(props: { readonly environment: string; readonly onClose: () => void }) {
  const { environment, onClose } = props;
  const [values, setValues] = useState<Readonly<Record<string, string>>>(suggest);
  const { orderId: _, ...json } = readValues(schema, values);
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
        json,
        done: ({ before }) => (before === undefined ? `Order ${id} was added` : `Order ${id} was replaced`),
      }}
    >
      <FieldInputs schema={schema} values={values} onChange={setValues} />
    </FormDialog>
  );
}

function suggest(): Readonly<Record<string, string>> {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const shipDate = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z');
  const rest = { petId: '7000', quantity: '1', complete: 'false', status: 'pending' };
  return { orderId: `48${random % 1_000_000}`, shipDate, ...rest };
}
