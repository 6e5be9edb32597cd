import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Metafile } from 'esbuild';

/** A package with code in a bundle. `place` is its folder: `node_modules/a/node_modules/b`. */
export type BundledPackage = {
  readonly place: string;
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** The text of its licence files; empty if it has none. */
  readonly text: string;
};

/** Licences that permit shipping the code in other programs. */
export const permissiveLicences: readonly string[] = [
  'MIT',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
];

/** Returns the packages with code in a bundle, by name. Throws if a licence is not permissive. */
export function bundledPackages(root: string, { outputs }: Metafile): readonly BundledPackage[] {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  const places = new Set(files.flatMap((file) => placeOf(file) ?? []));
  return [...places]
    .map((place) => describe(root, place))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function placeOf(file: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];
}

/** Packages whose package.json names no licence; their LICENSE file has the text of this one. */
const licenceInFile: Readonly<Record<string, string>> = {
  'compute-gcd': 'MIT',
  'compute-lcm': 'MIT',
  'validate.io-array': 'MIT',
  'validate.io-function': 'MIT',
  'validate.io-integer': 'MIT',
  'validate.io-integer-array': 'MIT',
  'validate.io-number': 'MIT',
};

function describe(root: string, place: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(`${root}${place}/package.json`, 'utf8'));
  const licence: string | undefined = license ?? licenceInFile[name];
  if (licence === undefined || !permissiveLicences.includes(licence))
    throw new Error(`${place} cannot be bundled: its licence is ${licence ?? 'not named'}`);
  const texts = readdirSync(`${root}${place}`)
    .filter((file) => /^(?:licen[cs]e|notice|copying)/i.test(file))
    .map((file) => readFileSync(`${root}${place}/${file}`, 'utf8').trim());
  return { place, name, version, licence, text: texts.join('\n\n') };
}

/** Writes the names and licences of the packages in a bundle. */
export function writeLicences(root: string, metafile: Metafile, file: string): void {
  const packages = bundledPackages(root, metafile);
  const entries = packages.map(({ name, version, licence, text }) =>
    `${name} ${version}: ${licence}\n\n${text}`.trim(),
  );
  const head = `This program contains the code of ${packages.length} packages, under the licences that follow.`;
  writeFileSync(file, `${[head, ...entries].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}
