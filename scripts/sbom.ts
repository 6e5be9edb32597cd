/**
 * Writes the SBOM of the package: what is installed with it, and what is in its bundle.
 * `npm run sbom [cyclonedx|spdx]`. npm's own list does not include bundled packages.
 */
import { execFileSync } from 'node:child_process';
import { type ShippedPackages, shippedPackages } from './shipped-packages.ts';

type Names = Pick<ShippedPackages, 'names' | 'bundledNames'>;
type Property = { readonly name: string; readonly value: string };
type Component = {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly properties?: readonly Property[];
};

/** The part of a CycloneDX SBOM that is used here. */
type CycloneDx = {
  readonly metadata: { readonly component: { readonly 'bom-ref': string; readonly name: string } };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
};

/** The part of an SPDX SBOM that is used here. */
type Spdx = {
  readonly packages: readonly {
    readonly name: string;
    readonly versionInfo: string;
    readonly SPDXID: string;
  }[];
  readonly relationships: readonly {
    readonly spdxElementId: string;
    readonly relatedSpdxElement: string;
    readonly relationshipType: string;
  }[];
};

/** Keeps only shipped packages in a CycloneDX SBOM, marks those in the bundle, and names the package: npm takes its folder. */
function keepShippedCycloneDx(list: CycloneDx, { names, bundledNames }: Names): CycloneDx {
  const components = list.components
    .filter(({ name, version }) => names.has(`${name}@${version}`))
    .map((component) => {
      const { name, version, properties = [] } = component;
      const others = properties.filter((property) => property.name !== 'cdx:npm:package:development');
      const bundled = { name: 'cdx:npm:package:bundled', value: 'true' };
      return {
        ...component,
        properties: bundledNames.has(`${name}@${version}`) ? [...others, bundled] : others,
      };
    });
  const refs = new Set([list.metadata.component, ...components].map((component) => component['bom-ref']));
  const dependencies = list.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  const name = list.metadata.component['bom-ref'].replace(/@[^@]*$/, '');
  const component = { ...list.metadata.component, name };
  return { ...list, metadata: { ...list.metadata, component }, components, dependencies };
}

/** Keeps only shipped packages in an SPDX SBOM. Packages in the bundle are no longer marked as development dependencies. */
function keepShippedSpdx(list: Spdx, { names }: Names): Spdx {
  const [ours, ...others] = list.packages;
  if (ours === undefined) throw new Error('the list names no package');
  const packages = [ours, ...others.filter(({ name, versionInfo }) => names.has(`${name}@${versionInfo}`))];
  const ids = new Set([...packages.map(({ SPDXID }) => SPDXID), 'SPDXRef-DOCUMENT']);
  const relationships = list.relationships
    .filter(({ spdxElementId: one, relatedSpdxElement: other }) => ids.has(one) && ids.has(other))
    .map((relationship) =>
      relationship.relationshipType === 'DEV_DEPENDENCY_OF'
        ? { ...relationship, relationshipType: 'DEPENDENCY_OF' }
        : relationship,
    );
  return { ...list, packages, relationships };
}

const keeps = { cyclonedx: keepShippedCycloneDx, spdx: keepShippedSpdx };
const [form = 'cyclonedx'] = process.argv.slice(2);
if (form !== 'cyclonedx' && form !== 'spdx') throw new Error('usage: node sbom.ts [cyclonedx|spdx]');
const list = execFileSync('npm', ['sbom', '--sbom-format', form], { encoding: 'utf8', maxBuffer: 1e9 });
const shipped = keeps[form](JSON.parse(list), await shippedPackages());
process.stdout.write(`${JSON.stringify(shipped, null, 2)}\n`);
