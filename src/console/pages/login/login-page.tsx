import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../../components/field.tsx';
import { ErrorBanner } from '../../components/states.tsx';
import { useConsole } from '../../console-context.ts';

/** The form that takes the control token. `reason` says why it is shown, unless the user has just come. */
export function LoginPage({ reason }: { readonly reason?: string | undefined }) {
  const { keeper } = useConsole();
  const [token, setToken] = useState('');
  const [failure, setFailure] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = 'Sign in · store-orders-sim';
    field.current?.focus();
  }, []);
  const signIn = async (): Promise<void> => {
    setBusy(true);
    setFailure(await keeper.signIn(token.trim()));
    setBusy(false);
  };
  return (
    <main class="login card stack">
      <h1>store-orders-sim</h1>
      <p class="intro">
        This is the console of a simulator of the Store Orders Service: its orders, the requests that arrive,
        and how it answers them.
      </p>
      {reason !== undefined && failure === undefined && (
        <p class="panel card" role="status">
          {reason}
        </p>
      )}
      {failure !== undefined && <ErrorBanner text={failure} />}
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void signIn();
        }}
      >
        <Field
          wide
          label="Control token"
          hint={
            <>
              The simulator prints it when it starts, with a link that signs you in. If{' '}
              <code>SIM_CONTROL_TOKEN</code> is set, it is that value.
            </>
          }
        >
          {(attributes) => (
            <input
              {...attributes}
              ref={field}
              type="password"
              autocomplete="current-password"
              required
              value={token}
              onInput={({ currentTarget }) => setToken(currentTarget.value)}
            />
          )}
        </Field>
        <button type="submit" class="button primary" aria-busy={busy}>
          Sign in
        </button>
      </form>
      <p class="hint">
        Programs use the control API with the same token:{' '}
        <a href="openapi/control.yaml">openapi/control.yaml</a>.
      </p>
    </main>
  );
}
