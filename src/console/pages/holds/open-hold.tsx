import { useState } from 'preact/hooks';
import { FieldInputs } from '../../components/field-inputs.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { type FieldSchema, readValues } from '../../form-values.ts';
import forms from '../../forms.json' with { type: 'json' };

const schema: FieldSchema = forms.hold;

export function OpenHold(props: { readonly environment: string; readonly onClose: () => void }) {
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
        json: readValues(schema, values),
        done: ({ id }) => `The hold ${id} is open: cancels wait at it`,
      }}
    >
      <FieldInputs schema={schema} values={values} onChange={setValues} />
    </FormDialog>
  );
}
