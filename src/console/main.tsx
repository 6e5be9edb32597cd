import './style/tokens.css';
import './style/base.css';
import './style/controls.css';
import './style/layers.css';
import './style/table.css';
import './style/shell.css';
import './style/page.css';
import { render } from 'preact';
import { createApi } from './api/api.ts';
import { createPoll } from './api/poll.ts';
import { createSessionKeeper } from './api/session.ts';
import type { Console } from './console-context.ts';
import { createKnownKeys } from './known-keys.ts';
import { createNotices } from './notices.ts';
import { followPlaces } from './route.ts';
import { App } from './shell/app.tsx';
import { createStore } from './store.ts';

/** Returns the one-time code of the link that the simulator prints, and removes it from the address and the history. */
function takeCode(): string | undefined {
  const code = /^#code=(.+)$/.exec(location.hash)?.[1];
  if (code !== undefined) history.replaceState(null, '', location.pathname + location.search);
  return code;
}

const code = takeCode();
const base = new URL('.', location.href).href;
const keeper = createSessionKeeper(base);
const tools: Console = {
  base,
  keeper,
  api: createApi(base, keeper),
  poll: createPoll(),
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
