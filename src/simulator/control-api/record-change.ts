import type { ControlResponse } from '../../http/control-response.ts';
import { readJson, writeJson } from '../../json/json.ts';
import { formatDateTime } from '../../text/date-time.ts';
import type { EnvironmentState } from '../environment/environment.ts';
import { settledChoices } from '../environment/gaps/choices.ts';
import type { ControlContext } from './control-context.ts';
import type { RequestContent } from './read-request.ts';

/** A request of a route that was served. */
type ServedRequest = {
  readonly context: ControlContext;
  readonly params: Readonly<Record<string, string>>;
  readonly search: URLSearchParams;
  readonly content: RequestContent;
};

type RecordedRoute = { readonly method: string; readonly path: string };

/** What requests change below an environment. A hold changes no response, only the order of those that wait. */
const recorded = ['orders', 'profile', 'faults', 'clock', 'keys'];

export function isRecorded({ method, path }: RecordedRoute): boolean {
  const [, , environment, part = ''] = path.split('/');
  return method !== 'GET' && environment === '{environment}' && recorded.includes(part);
}

/** Adds a change to the journal of its environment, as the request that repeats it: for a capsule. */
export async function recordChange(
  { method, path }: RecordedRoute,
  { context, params, search, content }: ServedRequest,
  response: ControlResponse,
): Promise<void> {
  const [, , , part = '', ...rest] = path.split('/');
  const names = rest.map((name) =>
    name.startsWith('{') ? encodeURIComponent(params[name.slice(1, -1)] ?? '') : name,
  );
  const query = search.size === 0 ? '' : `?${search}`;
  const rewrite = bodies[part];
  const sent = content.kind === 'none' ? '' : content.text;
  const target = [part, ...names].join('/') + query;
  await context.environments.step(params.environment ?? '', ({ state }, isFound) => {
    if (!isFound) return;
    const body =
      rewrite === undefined || method === 'DELETE' ? sent : writeJson(rewrite(state, sent, response));
    state.journal.change({ at: state.clock.now(), method, target, body });
  });
}

type SentKey = { readonly key?: string | undefined };
type Rewrite = (state: EnvironmentState, sent: string, response: ControlResponse) => object;

/** What a request is repeated with if its effect depends on what was before, or if it contains a key. */
const bodies: Readonly<Record<string, Rewrite>> = {
  profile: ({ choices: { settings } }) => ({ profile: settings.profile, gaps: settledChoices(settings) }),
  clock: ({ clock }) => ({ set: formatDateTime(clock.now()), frozen: clock.frozen }),
  keys: ({ keys }, sent, response) => {
    const body = readJson(sent || '{}') as SentKey & { readonly keys?: readonly SentKey[] };
    const named = (one: SentKey) => ({ ...one, key: `<${keys.aliasOf(one.key ?? '')}>` });
    if (body.keys !== undefined) return { keys: body.keys.map(named) };
    const { key } = ('json' in response ? response.json : {}) as SentKey;
    return named({ ...body, key });
  },
};
