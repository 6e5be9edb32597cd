import { quote, shellWord } from '../../report/shell-words.ts';
import { useResource } from '../api/use-resource.ts';
import { useConsole } from '../console-context.ts';
import { useStore } from '../store.ts';
import { CopyButton } from './button.tsx';

/** Requests to begin with, as commands: one that succeeds, one without a key, one for an order that is missing. */
export function FirstRequests({ environment }: { readonly environment: string }) {
  const { data } = useResource('GET /environments/{environment}', { params: { environment } });
  const key = useStore(useConsole().knownKeys.keys)[environment];
  if (data === undefined) return null;
  const url = `${data.baseUrl ?? `http://HOST:PORT${data.path}`}/store/orders`;
  const withKey = `-H ${key === undefined ? '"Authorization: Bearer $API_KEY"' : quote(`Authorization: Bearer ${key}`)}`;
  const missing = shellWord(`${url}/${data.handles.missing ?? 1n}`);
  const commands = [
    ['List the orders', `curl ${withKey} ${shellWord(url)}`],
    ['Forget the key: 401', `curl ${shellWord(url)}`],
    ['Cancel an order that does not exist: 404', `curl -X DELETE ${withKey} ${missing}`],
  ] as const;
  return (
    <ul class="commands stack">
      {commands.map(([title, command]) => (
        <li key={title} class="card">
          <p>{title}</p>
          <code>{command}</code>
          <CopyButton text={command} label={`Copy the command: ${title}`} />
        </li>
      ))}
    </ul>
  );
}
