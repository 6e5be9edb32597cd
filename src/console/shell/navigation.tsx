import { useResource } from '../api/use-resource.ts';
import { Button } from '../components/button.tsx';
import { SelectField } from '../components/field.tsx';
import { type Connection, useConsole } from '../console-context.ts';
import { environmentPages, simulatorPages } from '../pages/page-table.ts';
import { hrefOf } from '../route.ts';
import { useStore } from '../store.ts';

/** The navigation: the environment, its pages, the pages of the simulator, and what concerns the session. */
export function Navigation(props: { readonly path: readonly string[]; readonly environment: string }) {
  const { path, environment } = props;
  const [page, inEnvironment] = path.length > 1 ? [path[1], true] : [path[0], false];
  return (
    <nav id="navigation" class="stack" aria-label="Pages">
      <p class="brand">store-orders-sim</p>
      <EnvironmentChoice environment={environment} page={inEnvironment ? page : undefined} />
      <Links pages={environmentPages} current={inEnvironment ? page : undefined} prefix={[environment]} />
      <h2>Simulator</h2>
      <Links pages={simulatorPages} current={inEnvironment ? undefined : page} prefix={[]} />
      <Foot />
    </nav>
  );
}

function Links(props: {
  readonly pages: readonly { readonly path: string; readonly title: string }[];
  readonly current: string | undefined;
  readonly prefix: readonly string[];
}) {
  return (
    <ul class="stack">
      {props.pages.map(({ path, title }) => (
        <li key={path}>
          <a
            href={hrefOf([...props.prefix, path])}
            aria-current={path === props.current ? 'page' : undefined}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

type Chosen = { readonly environment: string; readonly page: string | undefined };

function EnvironmentChoice({ environment, page = 'orders' }: Chosen) {
  const { data } = useResource('GET /environments', {}, true);
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

function Foot() {
  const { keeper, connection } = useConsole();
  const state = useStore(connection);
  return (
    <div class="foot stack">
      <Button tone="quiet" icon="out" label="Sign out" onClick={() => void keeper.signOut()} />
      <p class={`connection row hint ${state}`} role="status">
        {connections[state]}
      </p>
    </div>
  );
}
