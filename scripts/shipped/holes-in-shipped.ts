import type { ShippedPackages } from './shipped-packages.ts';

/** What `npm audit --json` writes, as far as it matters here. */
export type Audit = {
  /** By name. Missing where the registry could not be asked. */
  readonly vulnerabilities?: Readonly<
    Record<
      string,
      {
        readonly severity: string;
        /** The hole itself, or the name of a package further down that has it. */
        readonly via: readonly (string | { readonly title: string; readonly url: string })[];
        /** Where the packages are installed. */
        readonly nodes: readonly string[];
      }
    >
  >;
  readonly message?: string;
};

/** A line for each package with a known hole that is shipped. Throws where the audit itself has failed. */
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
