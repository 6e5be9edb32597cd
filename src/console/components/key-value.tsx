import { useConsole } from '../console-context.ts';
import { useStore } from '../store.ts';
import { ActionButton } from './action-button.tsx';
import { CopyButton } from './button.tsx';

/** An API key of an environment to copy, or the button that adds one: the simulator shows a key only once. */
export function KeyValue({ environment }: { readonly environment: string }) {
  const { knownKeys } = useConsole();
  const key = useStore(knownKeys.keys)[environment];
  if (key !== undefined)
    return (
      <>
        <code>{key.length > 12 ? `${key.slice(0, 10)}…` : key}</code>
        <CopyButton text={key} label={`Copy the API key of ${environment}`} />
      </>
    );
  return (
    <ActionButton
      bare
      tone="quiet"
      label="Add key"
      action={{
        title: `Add key to ${environment}`,
        route: 'POST /environments/{environment}/keys',
        params: { environment },
        json: {},
        done: ({ id }) => `Key ${id} was added to ${environment}`,
      }}
      onDone={(added) => knownKeys.add(environment, added.key)}
    />
  );
}
