import type { JSX } from 'preact';
import type { EnvironmentView } from '../../shared/control-api.ts';
import { ActionButton } from '../components/action-button.tsx';
import { CopyButton } from '../components/copy-button.tsx';

/** What concerns every page of an environment: its base URL, its scenario, its time, and the reset. */
export function EnvironmentBar({ view }: { readonly view: EnvironmentView }): JSX.Element {
  const { name, baseUrl, path, baseUrlHint, scenario, clock } = view;
  return (
    <section class="environment-bar" aria-label={`Environment ${name}`}>
      <div class="fact wide">
        <span class="term">Base URL</span>
        <span class="value" title={baseUrlHint}>
          <code>{baseUrl ?? path}</code>
          <CopyButton text={baseUrl ?? path} label={`Copy the base URL of ${name}`} />
        </span>
      </div>
      <div class="fact">
        <span class="term">Scenario</span>
        <span class="value">{scenario}</span>
      </div>
      <div class="fact">
        <span class="term">{clock.frozen ? 'Clock, frozen' : 'Profile'}</span>
        <span class="value">{clock.frozen ? clock.now : view.profile}</span>
      </div>
      <ActionButton
        icon="reset"
        label="Reset"
        action={{
          title: `Reset ${name}`,
          route: 'POST /environments/{environment}/reset',
          params: { environment: name },
          done: ({ scenario: loaded }) => `${name} is back at the start of its scenario ${loaded}`,
        }}
      />
    </section>
  );
}
