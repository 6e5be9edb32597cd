import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { count, type Fields, optional } from '../../../field.ts';
import { FieldInputs } from '../../components/field-inputs.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { anyInteger, anyText, readValues } from '../../form-values.ts';

const fields: Fields = {
  orderId: anyInteger('Holds only cancels of this order. Empty: of every order.'),
  timeout: anyText('Closes by itself after this time, at most 60s.'),
  count: optional(count('The maximum number of requests to hold.', 1, 1_000_000)),
  id: anyText('Default: gate-1, gate-2, …'),
};

export function OpenHold(props: { readonly environment: string; readonly onClose: () => void }): JSX.Element {
  const { environment, onClose } = props;
  const [values, setValues] = useState<Readonly<Record<string, string>>>({ timeout: '60s' });
  return (
    <FormDialog
      title={`Open a hold in ${environment}`}
      submit="Open hold"
      onClose={onClose}
      action={{
        title: 'Open a hold',
        route: 'POST /environments/{environment}/holds',
        params: { environment },
        json: readValues(fields, values),
        done: ({ id }) => `The hold ${id} is open: cancels wait at it`,
      }}
    >
      <FieldInputs fields={fields} values={values} onChange={setValues} />
    </FormDialog>
  );
}
