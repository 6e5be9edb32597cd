import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { ActionForm } from '../../components/form.tsx';
import { ScenarioField } from '../../components/scenario-field.tsx';
import { useConsole } from '../../console-context.ts';
import { numberOf } from '../../form-values.ts';
import { hrefOf } from '../../route.ts';

const untouched = { name: '', scenario: 'mixed', profile: 'least-promise', seed: '', ttl: '' };

/** The form that creates an environment, and opens its orders. */
export function CreateEnvironment({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { knownKeys } = useConsole();
  const [values, setValues] = useState(untouched);
  const set = (name: keyof typeof untouched) => (value: string) =>
    setValues((known) => ({ ...known, [name]: value }));
  const { scenario, profile, seed, ttl } = values;
  const name = values.name.trim();
  return (
    <Dialog title="Create an environment" onClose={onClose}>
      <ActionForm
        submit="Create"
        disabled={name === ''}
        onDone={({ apiKeys: [key] }) => {
          if (key !== undefined) knownKeys.add(name, key);
          onClose();
          location.hash = hrefOf([name, 'orders']);
        }}
        action={{
          title: `Create environment ${name}`,
          route: 'PUT /environments/{environment}',
          params: { environment: name },
          json: bodyOf(values),
          done: ({ path }) => `Environment ${name} accepts requests at ${path}`,
        }}
      >
        <TextField
          wide
          label="Name"
          required
          value={values.name}
          hint="It becomes a part of the base URL, for example cart-tests."
          onInput={set('name')}
        />
        <ScenarioField value={scenario} onChange={set('scenario')} />
        <SelectField
          label="Gap choices"
          value={profile}
          choices={['least-promise', 'typical', 'vary']}
          hint="Where the specification is silent."
          onChange={set('profile')}
        />
        <TextField
          label="Time to live"
          value={ttl}
          placeholder="unlimited"
          hint="Then it is deleted: 30m, 2h, 7d."
          onInput={set('ttl')}
        />
        <TextField
          label="Seed"
          value={seed}
          inputMode="numeric"
          placeholder="that of the start"
          onInput={set('seed')}
        />
      </ActionForm>
    </Dialog>
  );
}

function bodyOf({ scenario, profile, seed, ttl }: typeof untouched): object {
  return {
    scenario,
    profile,
    ...(seed === '' ? {} : { seed: numberOf(seed) }),
    ...(ttl === '' ? {} : { ttl }),
  };
}
