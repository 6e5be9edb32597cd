import { createEnvironment, type Environment, production } from './environment.ts';
import { EnvironmentMap } from './environment-map.ts';
import { type Environments, isPermanent, maxEnvironments, settingsOf } from './environments.ts';
import { summarize } from './summary.ts';

/** Creates environments that only this process has: they wait for nothing. `stopping` ends every wait for a time to live. */
export function createLocalEnvironments(
  first: readonly [Environment, ...Environment[]],
  stopping: AbortSignal = new AbortController().signal,
  most: number = maxEnvironments,
): Environments {
  const { settings } = first[0];
  const here = new EnvironmentMap(settings.machine, stopping);
  for (const environment of first) here.add(environment);
  return {
    here,
    get production() {
      return here.get(production) ?? first[0];
    },
    find: (name) => here.get(name),
    summaries: () =>
      here.all().map((one) => {
        one.state.shipDue();
        return summarize(one);
      }),
    open: (request) => {
      const isKnown = here.get(request.name) !== undefined;
      if (!isKnown && here.all().length >= most) return { kind: 'too-many', most };
      const started = first.slice(1).map((one) => one.settings);
      const environment = createEnvironment(settingsOf(request, [settings, ...started]), request.initial);
      here.add(environment);
      return { kind: isKnown ? 'replaced' : 'created', environment };
    },
    close: (name) => {
      if (isPermanent(name)) return 'permanent';
      return here.remove(here.get(name)) ? 'closed' : 'unknown';
    },
  };
}
