import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { ActionForm } from '../../components/form.tsx';
import { numberOf } from '../../form-values.ts';

const empty = { id: '', orderId: '', count: '', timeout: '60s' };

export function OpenHold(props: { readonly environment: string; readonly onClose: () => void }): JSX.Element {
  const { environment, onClose } = props;
  const [values, setValues] = useState(empty);
  const field = (name: keyof typeof empty, label: string, hint: string, digits = false) => (
    <TextField
      label={label}
      hint={hint}
      value={values[name]}
      {...(digits && { inputMode: 'numeric' as const })}
      onInput={(value) => setValues({ ...values, [name]: value })}
    />
  );
  return (
    <Dialog title={`Open a hold in ${environment}`} onClose={onClose}>
      <ActionForm
        submit="Open hold"
        onDone={onClose}
        action={{
          title: 'Open a hold',
          route: 'POST /environments/{environment}/holds',
          params: { environment },
          json: bodyOf(values),
          done: ({ id }) => `The hold ${id} is open: cancels wait at it`,
        }}
      >
        {field('orderId', 'Order id', 'Holds only cancels of this order. Empty: of every order.', true)}
        {field('timeout', 'Timeout', 'Closes by itself after this time, at most 60s.')}
        {field('count', 'Count', 'The maximum number of requests to hold.', true)}
        {field('id', 'Id', 'Default: gate-1, gate-2, …')}
      </ActionForm>
    </Dialog>
  );
}

function bodyOf({ id, orderId, count, timeout }: typeof empty): Readonly<Record<string, unknown>> {
  const given = Object.entries({
    id,
    orderId: numberOf(orderId.trim()),
    count: numberOf(count.trim()),
    timeout,
  });
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}
