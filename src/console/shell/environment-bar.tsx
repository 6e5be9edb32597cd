import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { EnvironmentView } from '../../control-api.ts';
import type { Action } from '../api/action.ts';
import { ActionButton } from '../components/action-button.tsx';
import { DialogButton } from '../components/button.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { KeyValue } from '../components/key-value.tsx';
import { ScenarioField } from '../components/scenario-field.tsx';
import { useConsole } from '../console-context.ts';

/** What concerns every page of an environment: its base URL, a key, its scenario, its time, and the reset. */
export function EnvironmentBar({ view }: { readonly view: EnvironmentView }): JSX.Element {
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
        <Reset view={view} />
      </span>
    </section>
  );
}

/** The button that resets an environment. It asks first if requests are lost by it. */
function Reset({ view: { name, scenario } }: { readonly view: EnvironmentView }): JSX.Element {
  const { api } = useConsole();
  const [asking, setAsking] = useState(false);
  const params = { environment: name };
  const action: Action<'POST /environments/{environment}/reset'> = {
    title: `Reset ${name}`,
    route: 'POST /environments/{environment}/reset',
    params,
    done: ({ scenario: loaded }) => `${name} is back at the start of its scenario ${loaded}`,
  };
  const isUnused = async (): Promise<boolean> => {
    const journal = await api.json('GET /environments/{environment}/journal', {
      params,
      query: { limit: 1 },
    });
    setAsking(journal.exchanges.length > 0);
    return journal.exchanges.length === 0;
  };
  return (
    <>
      <ActionButton icon="reset" label="Reset" action={action} onlyIf={isUnused} />
      {asking && (
        <FormDialog title={`Reset ${name}?`} submit="Reset" action={action} onClose={() => setAsking(false)}>
          <p class="wide">
            The requests in its journal are lost. Its orders, faults, holds and gap choices are again those of
            the scenario {scenario}.
          </p>
        </FormDialog>
      )}
    </>
  );
}

type FactProps = { readonly term: string; readonly wide?: boolean; readonly children: ComponentChildren };

function Fact({ term, wide = false, children }: FactProps): JSX.Element {
  return (
    <div class={wide ? 'fact wide' : 'fact'}>
      <span class="hint">{term}</span>
      <span class="value">{children}</span>
    </div>
  );
}

function LoadScenario(props: { readonly view: EnvironmentView; readonly onClose: () => void }): JSX.Element {
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
