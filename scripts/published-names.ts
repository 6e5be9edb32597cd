import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../src/version.ts';

const places = [
  'package.json',
  'action.yml',
  '*.md',
  'docs/**/*.md',
  'examples/**/*.*',
  'examples/Jenkinsfile',
  'modules/*/{README.md,pyproject.toml,go.mod,pom.xml}',
  'modules/go/example/*.go',
];

/** What a release publishes with the image of its version as the default, instead of the one that a clone builds. */
const withImage = [
  'package.json',
  'modules/java/src/main/java/storeorderssim/StoreOrdersContainer.java',
  'modules/python/src/store_orders_sim/container.py',
];

/** The names under which a version is published. `repository` is `owner/name` on GitHub; its image is at ghcr.io. */
export type Names = { readonly repository: string; readonly version: string };

/** Returns the present names: `repository` and `version` in package.json, from which all other places follow. */
export function currentNames(): Names {
  const { repository, version } = JSON.parse(readText('package.json'));
  return { repository: new URL(repository.url).pathname.slice(1).replace(/\.git$/, ''), version };
}

/** Returns the files that may contain the repository or its image, each with the text that it has under the given names. */
export function filesWithNames(names: Names): ReadonlyMap<string, string> {
  const { repository } = currentNames();
  const files = globSync(places, {
    cwd: fileURLToPath(packageRoot),
    exclude: ['**/node_modules', 'CHANGELOG.md'],
  });
  return new Map(files.map((file) => [file, rename(readText(file), repository, names)]));
}

/** Returns the files that name the image that a container is of, each with the published one. */
export function filesOfRelease({ repository, version }: Names): ReadonlyMap<string, string> {
  const image = `ghcr.io/${repository.toLowerCase()}:${version}`;
  const named = /("image": |DEFAULT_IMAGE(?:: Final)? = )"store-orders-sim"/;
  return new Map(withImage.map((file) => [file, readText(file).replace(named, `$1"${image}"`)]));
}

/** In the files of Maven and of Python, and in the pages that name the artifact. */
const ofModule =
  /(\bmodules\/go v|<artifactId>store-orders-sim<\/artifactId>\s*<version>|\bio\.github\.[\w-]+:store-orders-sim:|name = "store-orders-sim"\nversion = ")\d+\.\d+\.\d+[\w.-]*/g;

/** An image name is in lower case, as registries require. A version follows `:` in an image, `@v` in an action and `-` in a package. */
function rename(text: string, from: string, { repository, version }: Names): string {
  const old = from.replaceAll('.', '\\.');
  const name = new RegExp(`(ghcr\\.io/)?\\b${old}\\b(?:(:|@v)\\d+\\.\\d+\\.\\d+[\\w.-]*)?`, 'gi');
  const withVersion = text
    .replace(/\bstore-orders-sim-\d+\.\d+\.\d+\S*\.tgz/g, `store-orders-sim-${version}.tgz`)
    .replace(ofModule, `$1${version}`)
    .replace(
      new RegExp(`\\bio\\.github\\.${from.split('/')[0]?.toLowerCase()}\\b`, 'g'),
      groupOf(repository),
    );
  return withVersion.replace(
    name,
    (_whole, registry: string | undefined, mark: string | undefined) =>
      (registry === undefined ? repository : registry + repository.toLowerCase()) +
      (mark === undefined ? '' : mark + version),
  );
}

/** The group of the Java module: Maven Central gives it to the owner of the repository. */
function groupOf(repository: string): string {
  return `io.github.${repository.split('/')[0]?.toLowerCase()}`;
}

function readText(file: string): string {
  return readFileSync(new URL(file, packageRoot), 'utf8');
}
