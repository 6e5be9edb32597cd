import type { JSX } from 'preact';
import type { Connection } from '../api/poll.ts';
import { useResource } from '../api/use-resource.ts';
import { Button } from '../components/button.tsx';
import { SelectField } from '../components/field.tsx';
import { useConsole } from '../console-context.ts';
import { environmentPages, simulatorPages } from '../pages/page-table.ts';
import { hrefOf } from '../route.ts';
import { useStore } from '../store.ts';

/** The navigation: the environment, its pages, the pages of the simulator, and what concerns the session. */
export function Navigation(props: {
  readonly path: readonly string[];
  readonly environment: string;
}): JSX.Element {
  const { path, environment } = props;
  const [page, inEnvironment] = path.length > 1 ? [path[1], true] : [path[0], false];
  return (
    <nav id="navigation" class="stack" aria-label="Pages">
      <p class="brand">store-orders-sim</p>
      <EnvironmentChoice environment={environment} page={inEnvironment ? page : undefined} />
      <ul class="stack">
        {environmentPages.map(({ path: to, title }) => (
          <NavigationLink
            key={to}
            href={hrefOf([environment, to])}
            title={title}
            current={inEnvironment && to === page}
          />
        ))}
      </ul>
      <h2>Simulator</h2>
      <ul class="stack">
        {simulatorPages.map(({ path: to, title }) => (
          <NavigationLink
            key={to}
            href={hrefOf([to])}
            title={title}
            current={!inEnvironment && to === page}
          />
        ))}
      </ul>
      <Foot />
    </nav>
  );
}

function NavigationLink(props: {
  readonly href: string;
  readonly title: string;
  readonly current: boolean;
}): JSX.Element {
  return (
    <li>
      <a href={props.href} aria-current={props.current ? 'page' : undefined}>
        {props.title}
      </a>
    </li>
  );
}

type Chosen = { readonly environment: string; readonly page: string | undefined };

function EnvironmentChoice({ environment, page = 'orders' }: Chosen): JSX.Element {
  const { data } = useResource('GET /environments', {}, { live: true });
  const known = data?.environments.map(({ name }) => name) ?? [];
  const names = known.includes(environment) ? known : [...known, environment];
  return (
    <SelectField
      label="Environment"
      value={environment}
      choices={names}
      onChange={(name) => {
        location.hash = hrefOf([name, page]);
      }}
    />
  );
}

const connections: Readonly<Record<Connection, string>> = {
  live: 'Live',
  lost: 'Connection lost. Trying again…',
};

function Foot(): JSX.Element {
  const { keeper, poll } = useConsole();
  const connection = useStore(poll.connection);
  return (
    <div class="foot stack">
      <Button tone="quiet" icon="out" label="Sign out" onClick={() => void keeper.signOut()} />
      <p class={`connection row hint ${connection}`} role="status">
        {connections[connection]}
      </p>
    </div>
  );
}
