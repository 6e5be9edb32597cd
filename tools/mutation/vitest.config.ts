import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { plantMutants } from './mutants.ts';
import { type RunFiles, readRun } from './run-files.ts';

// Started by main.ts: the paths of the mutated sources, the tests, and the files of the run.
const { MUTATED = '', MUTATION_TESTS = '', MUTATION_RUN = '{}' } = process.env;
const { texts } = await plantMutants(MUTATED.split(','));
const files: RunFiles = JSON.parse(MUTATION_RUN);

/**
 * Tests of the mutated folders come first, those of single parts before those of the whole, and tests that repeat themselves with
 * drawn input last.
 */
class NearestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const folders = MUTATED.split(',').map((path) => path.replace(/^src\/|\/?[^/]*\.ts$/g, ''));
    const rank = ({ moduleId }: TestSpecification): string => {
      const repeats = /'fast-check'/.test(readFileSync(moduleId, 'utf8'));
      const isNear = folders.some((folder) => moduleId.includes(`/${folder}/`));
      const depth = moduleId.split('/').length;
      return `${repeats ? 2 : isNear ? 0 : 1}${moduleId.includes('/src/') ? 0 : 1}${100 - depth}${moduleId}`;
    };
    return specifications.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
  }
}

export default defineConfig({
  plugins: [{ name: 'mutants', enforce: 'pre', load: (id) => texts.get(id) }],
  test: {
    include: MUTATION_TESTS.split(','),
    exclude: [...readRun(files.results).done],
    runner: fileURLToPath(new URL('runner.ts', import.meta.url)),
    // What a test loads late would count as covered by it, although a loaded module does not run again.
    setupFiles: [...texts.keys()].filter((file) => !file.endsWith('/main.ts')),
    sequence: { sequencer: NearestFirst },
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 60_000,
    passWithNoTests: true,
    dangerouslyIgnoreUnhandledErrors: true,
    update: 'none',
    // Its key does not include the mutants.
    fsModuleCache: false,
  },
});
