import type { EnvironmentView } from '../../control-api.ts';

/** What a page of an environment receives. */
export type PageProps = {
  /** The name of the environment. */
  readonly environment: string;
  /** The environment, as last reported. */
  readonly view: EnvironmentView;
  /** What follows the name of the page in the address: `['17']` for `#/production/journal/17`. */
  readonly rest: readonly string[];
};
