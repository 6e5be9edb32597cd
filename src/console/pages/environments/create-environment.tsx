import { useState } from 'preact/hooks';
import { TextField } from '../../components/field.tsx';
import { FieldInputs } from '../../components/field-inputs.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ScenarioField } from '../../components/scenario-field.tsx';
import { useConsole } from '../../console-context.ts';
import { type FieldSchema, readValues } from '../../form-values.ts';
import forms from '../../forms.json' with { type: 'json' };
import { hrefOf } from '../../route.ts';

const schema: FieldSchema = forms.environment;

/** The form that creates an environment, and opens its orders. */
export function CreateEnvironment({ onClose }: { readonly onClose: () => void }) {
  const { knownKeys } = useConsole();
  const [{ name: typed = '', ...values }, setValues] = useState<Readonly<Record<string, string>>>({});
  const set = (change: Readonly<Record<string, string>>) => setValues({ name: typed, ...values, ...change });
  const name = typed.trim();
  const { scenario = 'mixed' } = values;
  return (
    <FormDialog
      title="Create an environment"
      submit="Create"
      disabled={name === ''}
      onClose={onClose}
      onDone={({ apiKeys: [key] }) => {
        if (key !== undefined) knownKeys.add(name, key);
        location.hash = hrefOf([name, 'orders']);
      }}
      action={{
        title: `Create environment ${name}`,
        route: 'PUT /environments/{environment}',
        params: { environment: name },
        json: { scenario, ...readValues(schema, values) },
        done: ({ path }) => `Environment ${name} accepts requests at ${path}`,
      }}
    >
      <TextField
        wide
        label="Name"
        required
        value={typed}
        hint="It becomes a part of the base URL, for example cart-tests."
        onInput={(name) => set({ name })}
      />
      <ScenarioField value={scenario} onChange={(scenario) => set({ scenario })} />
      <FieldInputs schema={schema} values={values} onChange={set} />
    </FormDialog>
  );
}
