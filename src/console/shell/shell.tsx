import { useEffect, useState } from 'preact/hooks';
import { useResource } from '../api/use-resource.ts';
import { Button } from '../components/button.tsx';
import { EmptyState, Loaded } from '../components/states.tsx';
import { type KnownKeys, useConsole } from '../console-context.ts';
import { environmentPages, simulatorPages } from '../pages/page-table.ts';
import { home, hrefOf } from '../route.ts';
import { useStore } from '../store.ts';
import { EnvironmentBar } from './environment-bar.tsx';
import { Navigation } from './navigation.tsx';

/** The frame around every page: the navigation, and the bar of the environment. */
export function Shell() {
  const { places, knownKeys } = useConsole();
  useDefaultKeys(knownKeys);
  const place = useStore(places);
  const { path } = place;
  const environment = path.length > 1 ? path[0] : undefined;
  const remembered = useLast(environment) ?? 'production';
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(false), [place]);
  return (
    <div class={open ? 'shell open' : 'shell'}>
      <Button class="button primary skip" label="Skip to the page" onClick={skipToMain} />
      <header class="top row">
        <Button
          class="button quiet menu"
          icon="menu"
          label="Menu"
          aria-expanded={open}
          aria-controls="navigation"
          onClick={() => setOpen(!open)}
        />
        <span class="brand">store-orders-sim</span>
      </header>
      <Navigation path={path} environment={remembered} />
      <main id="main" tabIndex={-1}>
        <Current path={path} />
      </main>
    </div>
  );
}

/** A button and not a link, whose fragment would be another place in the console. */
function skipToMain(): void {
  document.getElementById('main')?.focus();
}

/** Returns the last environment whose page was open. */
function useLast(environment: string | undefined): string | undefined {
  const [last, setLast] = useState(environment);
  useEffect(() => {
    if (environment !== undefined) setLast(environment);
  }, [environment]);
  return environment ?? last;
}

function Current({ path }: { readonly path: readonly string[] }) {
  const [name = '', page, ...rest] = path;
  if (page === undefined) {
    const found = simulatorPages.find((row) => row.path === name);
    return found === undefined ? <NotFound /> : <found.Page />;
  }
  const found = environmentPages.find((row) => row.path === page);
  if (found === undefined) return <NotFound />;
  return <InEnvironment key={name} name={name} Page={found.Page} rest={rest} />;
}

type Inside = {
  readonly name: string;
  readonly Page: (typeof environmentPages)[number]['Page'];
  readonly rest: readonly string[];
};

function InEnvironment({ name, Page, rest }: Inside) {
  const resource = useResource('GET /environments/{environment}', { params: { environment: name } }, true);
  if (resource.code === 'environment_not_found')
    return (
      <EmptyState title={`There is no environment ${name}`}>
        <p>
          Choose another, or <a href={hrefOf(['environments'])}>create it</a>.
        </p>
      </EmptyState>
    );
  return (
    <Loaded resource={resource}>
      {(view) => (
        <>
          <EnvironmentBar view={view} />
          <Page environment={name} view={view} rest={rest} />
        </>
      )}
    </Loaded>
  );
}

function NotFound() {
  return (
    <EmptyState title="There is no such page">
      <p>
        Go to the <a href={hrefOf(home)}>orders of production</a>.
      </p>
    </EmptyState>
  );
}

const settingOf = { production: 'apiKey', staging: 'stagingApiKey' } as const;

/** Adds the keys of production and staging that are defaults, and no secret. */
function useDefaultKeys({ keys, add }: KnownKeys): void {
  const { data } = useResource('GET /settings');
  useEffect(() => {
    for (const [environment, name] of Object.entries(settingOf)) {
      const setting = data?.settings.find(({ key }) => key === name);
      const [value] = setting?.source === 'default' ? setting.value.split(',') : [];
      if (value !== undefined && keys.get()[environment] === undefined) add(environment, value);
    }
  }, [data]);
}
