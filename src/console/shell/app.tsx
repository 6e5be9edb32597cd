import { Button } from '../components/button.tsx';
import { NoticeList } from '../components/notice-list.tsx';
import { EmptyState } from '../components/states.tsx';
import { type Console, ConsoleContext } from '../console-context.ts';
import { LoginPage } from '../pages/login/login-page.tsx';
import { useStore } from '../store.ts';
import { Shell } from './shell.tsx';

export function App({ tools }: { readonly tools: Console }) {
  return (
    <ConsoleContext.Provider value={tools}>
      <Gate tools={tools} />
      <NoticeList />
    </ConsoleContext.Provider>
  );
}

function Gate({ tools: { keeper } }: { readonly tools: Console }) {
  const session = useStore(keeper.session);
  if (session.kind === 'signed-in') return <Shell />;
  if (session.kind === 'signed-out') return <LoginPage reason={session.reason} />;
  if (session.kind === 'unknown') return <p class="empty">Loading the console of store-orders-sim…</p>;
  return (
    <EmptyState title="The simulator does not respond">
      <p>Check that it is running, then try again.</p>
      <Button tone="primary" label="Try again" onClick={() => void keeper.resume(undefined)} />
    </EmptyState>
  );
}
