import type { JSX } from 'preact';
import { CopyButton } from '../components/copy-button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { EmptyState } from '../components/states.tsx';
import { useConsole } from '../console-context.ts';
import { useStore } from '../store.ts';

/** What the user did in this page, as commands. */
export function StepsDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { steps } = useConsole();
  const taken = useStore(steps.taken);
  const script = taken.map(({ title, curl }) => `# ${title}\n${curl}\n`).join('');
  return (
    <Dialog title="Your steps" onClose={onClose} wide>
      {taken.length === 0 ? (
        <EmptyState title="No steps yet">
          <p>Whatever you change in the console is listed here as a curl command.</p>
        </EmptyState>
      ) : (
        <>
          <p class="hint">
            Set <code>SIM_CONTROL_TOKEN</code> to the control token, and these commands do the same again.
          </p>
          <ol class="steps">
            {taken.map((step) => (
              <li key={step.at.getTime()}>
                <div>
                  <p>{step.title}</p>
                  <code>{step.curl}</code>
                </div>
                <CopyButton icon="terminal" text={step.curl} label={`Copy as curl: ${step.title}`}>
                  curl
                </CopyButton>
              </li>
            ))}
          </ol>
          <div class="buttons">
            <CopyButton text={script} label="Copy all steps as a script">
              Copy all
            </CopyButton>
          </div>
        </>
      )}
    </Dialog>
  );
}
