import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { packageRoot } from '../../src/version.ts';

/** A fault that can be switched on in an instrumented source. */
export type Mutant = {
  readonly id: string;
  /** The path from the root of the package. */
  readonly file: string;
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
};

/** The mutants of some sources, and the text of each source with all of them in it. */
export type PlantedMutants = {
  readonly mutants: readonly Mutant[];
  readonly texts: ReadonlyMap<string, string>;
  /** Changes if a source changes. */
  readonly digest: string;
};

const root = fileURLToPath(packageRoot);
const silent = () => {};
const logger = {
  ...{
    trace: silent,
    debug: silent,
    info: silent,
    warn: console.warn,
    error: console.error,
    fatal: console.error,
  },
  ...{ isTraceEnabled: () => false, isDebugEnabled: () => false, isInfoEnabled: () => false },
  ...{ isWarnEnabled: () => true, isErrorEnabled: () => true, isFatalEnabled: () => true },
};

/** Plants the mutants of Stryker in the sources at `paths`: files, or folders with all that is below them. */
export async function plantMutants(paths: readonly string[]): Promise<PlantedMutants> {
  const files = sourcesAt(paths).map((name) => ({
    name: root + name,
    content: readFileSync(root + name, 'utf8'),
  }));
  const { mutants, files: instrumented } = await new Instrumenter(logger).instrument(
    files.map((file) => ({ ...file, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  const contents = new Map(files.map(({ name, content }) => [name, content]));
  return {
    mutants: mutants.map(({ id, fileName, location, replacement }) => ({
      id,
      file: fileName.slice(root.length),
      line: location.start.line + 1,
      original: textAt(contents.get(fileName) ?? '', location),
      replacement,
    })),
    texts: new Map(instrumented.map(({ name, content }) => [name, content])),
    digest: createHash('sha256')
      .update(instrumented.map(({ content }) => content).join())
      .digest('hex'),
  };
}

function sourcesAt(paths: readonly string[]): readonly string[] {
  const patterns = paths.map((path) => (statSync(root + path).isDirectory() ? `${path}/**/*.ts` : path));
  return globSync(patterns, { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort();
}

type Place = { readonly line: number; readonly column: number };

function textAt(content: string, { start, end }: { readonly start: Place; readonly end: Place }): string {
  const lines = content.split('\n').slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1)?.slice(0, end.column) ?? '';
  lines[0] = lines[0]?.slice(start.column) ?? '';
  return lines.join('\n');
}
