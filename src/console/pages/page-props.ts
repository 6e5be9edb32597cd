import type { EnvironmentView } from '../../control-api.ts';

export type PageProps = {
  readonly environment: string;
  /** The environment, as last reported. */
  readonly view: EnvironmentView;
  /** What follows the name of the page in the address: `['17']` for `#/production/journal/17`. */
  readonly rest: readonly string[];
};
