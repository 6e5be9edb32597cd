import { useState } from 'preact/hooks';
import { useLive } from '../../api/use-resource.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Button } from '../../components/button.tsx';
import { SelectField } from '../../components/field.tsx';
import { FieldInputs } from '../../components/field-inputs.tsx';
import { FirstRequests } from '../../components/first-requests.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Page, type PageProps } from '../../components/page.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import type { FieldSchema } from '../../form-values.ts';
import { commonFields, type FaultDraft, faultKinds, faultOf, presets } from './fault-draft.ts';
import { FaultTable } from './fault-table.tsx';

export function FaultsPage({ environment }: PageProps) {
  const [draft, setDraft] = useState<FaultDraft>();
  const resource = useLive('faults', environment);
  return (
    <Page
      title="Faults"
      intro="Disturbances on purpose. Without one, the service never does any of this by itself. A reset restores those of the scenario."
      actions={
        <>
          <Button
            tone="primary"
            icon="plus"
            label="Add fault"
            onClick={() => setDraft({ kind: 'latency', values: {} })}
          />
          <ActionButton
            label="Delete all"
            disabled={resource.data === undefined || resource.data.faults.length === 0}
            action={{
              title: `Delete all faults of ${environment}`,
              route: 'DELETE /environments/{environment}/faults',
              params: { environment },
              done: ({ deleted }) => `${deleted.length} faults of ${environment} were deleted`,
            }}
          />
        </>
      }
    >
      <section class="stack" aria-labelledby="presets">
        <h2 id="presets">Begin with</h2>
        <div class="row">
          {presets.map((preset) => (
            <Button key={preset.title} label={preset.title} onClick={() => setDraft(preset.draft)} />
          ))}
        </div>
      </section>
      <Loaded resource={resource}>
        {({ faults }) =>
          faults.length === 0 ? (
            <EmptyState title="No faults" docs="docs/reference/faults.md">
              <p>Every request gets the response of the service. Add a fault, then send a request:</p>
              <FirstRequests environment={environment} />
            </EmptyState>
          ) : (
            <FaultTable environment={environment} faults={faults} />
          )
        }
      </Loaded>
      {draft && <AddFault environment={environment} start={draft} onClose={() => setDraft(undefined)} />}
    </Page>
  );
}

/** The form that adds a fault; a preset fills it. */
function AddFault(props: {
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
