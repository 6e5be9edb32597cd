import { useState } from 'preact/hooks';
import { SelectField } from '../../components/field.tsx';
import { FieldInputs } from '../../components/field-inputs.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import type { FieldSchema } from '../../form-values.ts';
import { commonFields, type FaultDraft, faultKinds, faultOf } from './fault-draft.ts';

/** The form that adds a fault; a preset fills it. */
export function AddFault(props: {
  readonly environment: string;
  readonly start: FaultDraft;
  readonly onClose: () => void;
}) {
  const { environment, onClose } = props;
  const [draft, setDraft] = useState(props.start);
  const kind = faultKinds[draft.kind];
  const inputs = (schema: FieldSchema) => (
    <FieldInputs
      schema={schema}
      values={draft.values}
      onChange={(values) => setDraft({ ...draft, values })}
    />
  );
  return (
    <FormDialog
      wide
      title={`Add a fault to ${environment}`}
      submit="Add fault"
      onClose={onClose}
      action={{
        title: `Add the fault ${draft.kind}`,
        route: 'POST /environments/{environment}/faults',
        params: { environment },
        json: faultOf(draft),
        done: ({ id }) => `The fault ${id} was added to ${environment}`,
      }}
    >
      <SelectField
        wide
        label="Kind"
        value={draft.kind}
        choices={Object.keys(faultKinds)}
        hint={kind?.description}
        onChange={(name) => setDraft({ ...draft, kind: name })}
      />
      {kind && inputs(kind)}
      <h3 class="wide">Whom it disturbs, and how often</h3>
      {inputs(commonFields)}
    </FormDialog>
  );
}
