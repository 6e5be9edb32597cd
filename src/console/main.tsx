import './style/base.css';
import './style/controls.css';
import './style/layers.css';
import './style/table.css';
import './style/shell.css';
import './style/page.css';
import { render } from 'preact';
import { createApi } from './api/api.ts';
import { createSessionKeeper } from './api/session.ts';
import { Button } from './components/button.tsx';
import { NoticeList } from './components/notice-list.tsx';
import { EmptyState } from './components/states.tsx';
import {
  type Connection,
  type Console,
  ConsoleContext,
  createKnownKeys,
  createNotices,
} from './console-context.ts';
import { LoginPage } from './pages/login/login-page.tsx';
import { followPlaces } from './route.ts';
import { Shell } from './shell/shell.tsx';
import { createStore, useStore } from './store.ts';

/** Returns the one-time code of the link that the simulator prints, and removes it from the address and the history. */
function takeCode(): string | undefined {
  const code = /^#code=(.+)$/.exec(location.hash)?.[1];
  if (code !== undefined) history.replaceState(null, '', location.pathname + location.search);
  return code;
}

function App({ tools }: { readonly tools: Console }) {
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

const code = takeCode();
const base = new URL('.', location.href).href;
const keeper = createSessionKeeper(base);
const tools: Console = {
  base,
  keeper,
  api: createApi(base, keeper),
  connection: createStore<Connection>('live'),
  changes: createStore(0),
  places: followPlaces(),
  notices: createNotices(),
  knownKeys: createKnownKeys(),
};
const root = document.getElementById('console');
if (root !== null) {
  root.replaceChildren();
  render(<App tools={tools} />, root);
}
void keeper.resume(code);
