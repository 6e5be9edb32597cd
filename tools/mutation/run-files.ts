import { existsSync, readFileSync } from 'node:fs';

/** The files of a run, for one shard of the mutants. */
export type RunFiles = {
  /** Lines of JSON, so that a stopped run continues where it was. */
  readonly results: string;
  /** The id of the mutant that is active. */
  readonly current: string;
  readonly shard: number;
  readonly shards: number;
};

/** One line of the results. */
export type MutationLine =
  | { readonly covered: readonly string[] }
  | { readonly killed: string; readonly as: 'killed' | 'timeout' }
  | { readonly survived: string; readonly test: string }
  | { readonly static: readonly string[]; readonly done: string };

/** The results of a shard so far. */
export type MutationRun = {
  readonly covered: ReadonlySet<string>;
  readonly killed: Set<string>;
  /** The tests, each with a mutant that it did not kill, separated by a space. */
  readonly survived: ReadonlySet<string>;
  /** Covered while a module was loaded. */
  readonly static: ReadonlySet<string>;
  /** The test files that have run to their end. */
  readonly done: readonly string[];
};

/** Reads the results of a shard. */
export function readRun(file: string): MutationRun {
  const lines: MutationLine[] = existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];
  return {
    covered: new Set(lines.flatMap((line) => ('covered' in line ? line.covered : []))),
    killed: new Set(lines.flatMap((line) => ('killed' in line ? [line.killed] : []))),
    survived: new Set(lines.flatMap((line) => ('survived' in line ? [`${line.test} ${line.survived}`] : []))),
    static: new Set(lines.flatMap((line) => ('static' in line ? line.static : []))),
    done: lines.flatMap((line) => ('done' in line ? [line.done] : [])),
  };
}
