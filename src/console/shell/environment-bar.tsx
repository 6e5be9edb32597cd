import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { EnvironmentView } from '../../control-api.ts';
import { CopyButton, DialogButton } from '../components/button.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { KeyValue } from '../components/key-value.tsx';
import { ScenarioField } from '../components/scenario-field.tsx';

/** What concerns every page of an environment: its base URL, a key, its scenario, its time, and the reset. */
export function EnvironmentBar({ view }: { readonly view: EnvironmentView }) {
  const { name, baseUrl, path, baseUrlHint, scenario, clock } = view;
  return (
    <section class="environment-bar row" aria-label={`Environment ${name}`}>
      <Fact term="Base URL" wide>
        <code title={baseUrlHint}>{baseUrl ?? path}</code>
        <CopyButton text={baseUrl ?? path} label={`Copy the base URL of ${name}`} />
      </Fact>
      <Fact term="API key">
        <KeyValue environment={name} />
      </Fact>
      <Fact term="Scenario">
        {scenario}
        <DialogButton
          tone="quiet"
          label="Change"
          aria-label={`Change the scenario of ${name}`}
          dialog={(close) => <LoadScenario view={view} onClose={close} />}
        />
      </Fact>
      {clock.frozen && <Fact term="Clock, frozen">{clock.now}</Fact>}
      <span class="end">
        <DialogButton
          icon="reset"
          label="Reset"
          aria-label={`Reset ${name}`}
          dialog={(close) => <ResetEnvironment view={view} onClose={close} />}
        />
      </span>
    </section>
  );
}

function ResetEnvironment(props: { readonly view: EnvironmentView; readonly onClose: () => void }) {
  const { name, scenario } = props.view;
  return (
    <FormDialog
      title={`Reset ${name}?`}
      submit="Reset"
      onClose={props.onClose}
      action={{
        title: `Reset ${name}`,
        route: 'POST /environments/{environment}/reset',
        params: { environment: name },
        done: ({ scenario: loaded }) => `${name} is back at the start of its scenario ${loaded}`,
      }}
    >
      <p class="wide">
        The requests in its journal are lost. Its orders, faults, holds and gap choices are again those of the
        scenario {scenario}.
      </p>
    </FormDialog>
  );
}

type FactProps = { readonly term: string; readonly wide?: boolean; readonly children: ComponentChildren };

function Fact({ term, wide = false, children }: FactProps) {
  return (
    <div class={wide ? 'fact wide' : 'fact'}>
      <span class="hint">{term}</span>
      <span class="value">{children}</span>
    </div>
  );
}

function LoadScenario(props: { readonly view: EnvironmentView; readonly onClose: () => void }) {
  const { name, scenario: current } = props.view;
  const [scenario, setScenario] = useState(current);
  return (
    <FormDialog
      title={`Load a scenario into ${name}`}
      submit="Load scenario"
      onClose={props.onClose}
      action={{
        title: `Load scenario ${scenario} into ${name}`,
        route: 'PUT /environments/{environment}/scenario',
        params: { environment: name },
        json: { scenario },
        done: () => `${name} is at the start of the scenario ${scenario}`,
      }}
    >
      <ScenarioField value={scenario} onChange={setScenario} />
    </FormDialog>
  );
}
