import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A declared dependency that the image does not need. `from` is `*` for every package. */
export type Cut = { readonly from: string; readonly to: RegExp; readonly why: string };

type Manifest = {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
};

/** Returns the places (`node_modules/a`) of installed packages below `root` that nothing needs after the cuts. */
export function surplusPackages(root: string, cuts: readonly Cut[]): readonly string[] {
  const needed = neededPackages(root, cuts);
  return installedPackages(root, '').filter((place) => !needed.has(place));
}

/** Returns the packages that can be reached from the package at `root`, resolved as Node does. */
function neededPackages(root: string, cuts: readonly Cut[]): ReadonlySet<string> {
  const needed = new Set<string>();
  const open = [''];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const manifest: Manifest = JSON.parse(readFileSync(join(root, place, 'package.json'), 'utf8'));
    for (const name of dependenciesOf(manifest, cuts)) {
      const found = resolvePlace(root, place, name);
      if (found === undefined || needed.has(found)) continue;
      needed.add(found);
      open.push(found);
    }
  }
  return needed;
}

function dependenciesOf(manifest: Manifest, cuts: readonly Cut[]): readonly string[] {
  const { dependencies, optionalDependencies, peerDependencies } = manifest;
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return names.filter(
    (name) => !cuts.some(({ from, to }) => (from === '*' || from === manifest.name) && to.test(name)),
  );
}

/** Looks beside the dependent package, and in the folders above it. */
function resolvePlace(root: string, from: string, name: string): string | undefined {
  for (let above = from; ; above = above.slice(0, Math.max(0, above.lastIndexOf('node_modules') - 1))) {
    const place = join(above, 'node_modules', name);
    if (existsSync(join(root, place, 'package.json'))) return place;
    if (above === '') return undefined;
  }
}

function installedPackages(root: string, above: string): readonly string[] {
  const modules = join(above, 'node_modules');
  if (!existsSync(join(root, modules))) return [];
  const names = readdirSync(join(root, modules)).flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(join(root, modules, name)).map((inner) => `${name}/${inner}`)
      : name.startsWith('.')
        ? []
        : [name],
  );
  return names.flatMap((name) => {
    const place = join(modules, name);
    return [place, ...installedPackages(root, place)];
  });
}
