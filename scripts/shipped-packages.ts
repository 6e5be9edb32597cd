import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle/bundle.ts';
import { bundledPackages } from './bundle/licences.ts';

/** The packages whose code users run, by their places in the lockfile: `node_modules/express`. */
export type ShippedPackages = {
  /** Installed with ours. */
  readonly installed: ReadonlySet<string>;
  /** With code in our bundle, whether installed or not. */
  readonly bundled: ReadonlySet<string>;
  /** `zod@4.6.7`, for each of both. */
  readonly names: ReadonlySet<string>;
  /** The same for those in the bundle. */
  readonly bundledNames: ReadonlySet<string>;
};

type Entry = { readonly version?: string; readonly dev?: boolean; readonly link?: boolean };

const root = fileURLToPath(new URL('../', import.meta.url));

/** Reads the lockfile, and bundles the program to find the bundled packages. */
export async function shippedPackages(): Promise<ShippedPackages> {
  const lock: Readonly<Record<string, Entry>> = JSON.parse(
    readFileSync(`${root}package-lock.json`, 'utf8'),
  ).packages;
  const installed = new Set(
    Object.keys(lock).filter((place) => place !== '' && lock[place]?.dev !== true && !lock[place]?.link),
  );
  const folder = mkdtempSync(join(tmpdir(), 'shipped-'));
  try {
    const packages = bundledPackages(root, await bundle(folder));
    const bundled = new Set(packages.map(({ place }) => place));
    const nameOf = (place: string): string =>
      `${place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${lock[place]?.version}`;
    const bundledNames = new Set([...bundled].map(nameOf));
    const names = new Set([...[...installed].map(nameOf), ...bundledNames]);
    return { installed, bundled, names, bundledNames };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
