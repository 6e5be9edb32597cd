import { useState } from 'preact/hooks';
import { useLive } from '../../api/use-resource.ts';
import { DialogButton } from '../../components/button.tsx';
import { FieldInputs } from '../../components/field-inputs.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Page, type PageProps } from '../../components/page.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { type FieldSchema, readValues } from '../../form-values.ts';
import forms from '../../forms.json' with { type: 'json' };
import { HoldCard } from './hold-card.tsx';

/** The holds of an environment, where cancels wait until somebody decides which one commits first. */
export function HoldsPage({ environment }: PageProps) {
  const resource = useLive('holds', environment);
  return (
    <Page
      title="Holds"
      intro="A hold stops cancels just before they take effect, so that you decide who wins a race."
      actions={
        <DialogButton
          tone="primary"
          icon="plus"
          label="Open hold"
          dialog={(close) => <OpenHold environment={environment} onClose={close} />}
        />
      }
    >
      <Loaded resource={resource}>
        {({ gates }) =>
          gates.length === 0 ? (
            <EmptyState title="No holds" docs="docs/guides/races.md">
              <p>Open one, send two cancels of the same order, then release them in the order you choose.</p>
            </EmptyState>
          ) : (
            <ul class="stack" aria-label="Holds">
              {gates.map((hold) => (
                <HoldCard key={hold.id} environment={environment} hold={hold} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  );
}

const schema: FieldSchema = forms.hold;

function OpenHold(props: { readonly environment: string; readonly onClose: () => void }) {
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
