import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { ActionForm } from '../../components/form.tsx';
import { ErrorBanner } from '../../components/states.tsx';
import { type FaultDraft, faultOf } from './fault-draft.ts';
import { FaultFieldControl } from './fault-field.tsx';
import type { FaultField } from './fault-schema.ts';
import { useFaultKinds } from './use-fault-kinds.ts';

/** The form that adds a fault; a preset fills it. */
export function AddFault(props: {
  readonly environment: string;
  readonly start: FaultDraft;
  readonly onClose: () => void;
}): JSX.Element {
  const { environment, onClose } = props;
  const { kinds, error } = useFaultKinds();
  const [draft, setDraft] = useState(props.start);
  const kind = kinds?.find((one) => one.kind === draft.kind);
  const control = (field: FaultField) => (
    <FaultFieldControl
      key={field.name}
      field={field}
      draft={draft}
      onChange={(changed) => setDraft({ ...draft, values: merge(draft.values, changed) })}
    />
  );
  return (
    <Dialog title={`Add a fault to ${environment}`} onClose={onClose} wide>
      {error !== undefined && <ErrorBanner text={error} />}
      {kinds === undefined ? (
        error === undefined && <p class="loading">Loading…</p>
      ) : (
        <ActionForm
          submit="Add fault"
          onDone={onClose}
          action={{
            title: `Add the fault ${draft.kind}`,
            route: 'POST /environments/{environment}/faults',
            params: { environment },
            json: faultOf(draft, kind),
            done: ({ id }) => `The fault ${id} was added to ${environment}`,
          }}
        >
          <SelectField
            wide
            label="kind"
            value={draft.kind}
            choices={kinds.map((one) => one.kind)}
            hint={kind?.summary}
            onChange={(name) => setDraft({ ...draft, kind: name })}
          />
          {kind?.own.map(control)}
          <h3 class="field wide">Whom it disturbs, and how often</h3>
          {kind?.common.map(control)}
        </ActionForm>
      )}
    </Dialog>
  );
}

function merge(
  values: FaultDraft['values'],
  changed: Readonly<Record<string, string | undefined>>,
): FaultDraft['values'] {
  const all = Object.entries({ ...values, ...changed });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
