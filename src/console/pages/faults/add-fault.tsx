import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../api/api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { ActionForm } from '../../components/form.tsx';
import { ErrorBanner } from '../../components/states.tsx';
import { useConsole } from '../../console-context.ts';
import { type FaultDraft, faultOf } from './fault-draft.ts';
import { FaultFieldControl } from './fault-field.tsx';
import { type FaultField, type FaultKind, readKinds } from './fault-schema.ts';

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
            label="Kind"
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

/** Reads the kinds of faults from the published schema, so that the form has its words and its bounds. */
function useFaultKinds(): {
  readonly kinds: readonly FaultKind[] | undefined;
  readonly error: string | undefined;
} {
  const { api } = useConsole();
  const [kinds, setKinds] = useState<readonly FaultKind[]>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    api
      .text('GET /openapi/scenario.schema.json')
      .then((text) => setKinds(readKinds(JSON.parse(text))))
      .catch((failure: unknown) => setError(messageOf(failure)));
  }, [api]);
  return { kinds, error };
}
