/**
 * Fails if a shipped package has a known vulnerability: `npm run audit`. `npm audit --omit=dev` covers installed packages,
 * but not those in the bundle.
 */
import { spawnSync } from 'node:child_process';
import { shippedPackages } from './shipped-packages.ts';

/** The part of the output of `npm audit --json` that is used here. */
type Audit = {
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

const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', maxBuffer: 1e9 });
const { vulnerabilities, message }: Audit = JSON.parse(stdout);
if (vulnerabilities === undefined) throw new Error(`npm audit has failed: ${message ?? 'no reason given'}`);
const { installed, bundled } = await shippedPackages();
const holes = Object.values(vulnerabilities).flatMap(({ severity, via, nodes }) => {
  const why = via.map((each) => (typeof each === 'string' ? `by ${each}` : `${each.title} (${each.url})`));
  return nodes
    .filter((place) => installed.has(place) || bundled.has(place))
    .map((place) => `${place}${bundled.has(place) ? ', bundled' : ''}: ${severity}: ${why.join(', ')}`);
});
for (const hole of holes) console.error(hole);
console.log(`${holes.length} shipped packages with known holes`);
process.exitCode = holes.length === 0 ? 0 : 1;
