import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { EnvironmentView } from '../../control-api.ts';
import { Dialog } from '../components/dialog.tsx';
import { ActionForm } from '../components/form.tsx';
import { ScenarioField } from '../components/scenario-field.tsx';

/** The form that puts an environment into the state of another scenario. */
export function LoadScenario(props: {
  readonly view: EnvironmentView;
  readonly onClose: () => void;
}): JSX.Element {
  const { name, scenario: current } = props.view;
  const [scenario, setScenario] = useState(current);
  return (
    <Dialog title={`Load a scenario into ${name}`} onClose={props.onClose}>
      <ActionForm
        submit="Load scenario"
        onDone={props.onClose}
        action={{
          title: `Load scenario ${scenario} into ${name}`,
          route: 'PUT /environments/{environment}/scenario',
          params: { environment: name },
          json: { scenario },
          done: () => `${name} is at the start of the scenario ${scenario}`,
        }}
      >
        <ScenarioField value={scenario} onChange={setScenario} />
      </ActionForm>
    </Dialog>
  );
}
