import type { ShippedPackages } from './shipped-packages.ts';

/** The part of the output of `npm audit --json` that is used here. */
export type Audit = {
  /** By name. Missing if the registry could not be reached. */
  readonly vulnerabilities?: Readonly<
    Record<
      string,
      {
        readonly severity: string;
        /** The vulnerability, or the name of a dependency that has it. */
        readonly via: readonly (string | { readonly title: string; readonly url: string })[];
        /** The folders of the packages. */
        readonly nodes: readonly string[];
      }
    >
  >;
  readonly message?: string;
};

/** Returns a line for each shipped package with a known vulnerability. Throws if the audit failed. */
export function holesInShipped(
  { vulnerabilities, message }: Audit,
  { installed, bundled }: Pick<ShippedPackages, 'installed' | 'bundled'>,
): readonly string[] {
  if (vulnerabilities === undefined) throw new Error(`npm audit has failed: ${message ?? 'no reason given'}`);
  return Object.values(vulnerabilities).flatMap(({ severity, via, nodes }) => {
    const why = via.map((each) => (typeof each === 'string' ? `by ${each}` : `${each.title} (${each.url})`));
    return nodes
      .filter((place) => installed.has(place) || bundled.has(place))
      .map((place) => `${place}${bundled.has(place) ? ', bundled' : ''}: ${severity}: ${why.join(', ')}`);
  });
}
