import { appendFileSync, writeFileSync } from 'node:fs';
import { type RunnerTask, type RunnerTestCase, type RunnerTestSuite, TestRunner } from 'vitest';
import { type MutationLine, type RunFiles, readRun } from './run-files.ts';

/** The object through which instrumented code counts what it covers and asks which mutant is active. */
type StrykerNamespace = {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number;
  mutantCoverage?: {
    readonly static: Readonly<Record<string, number>>;
    readonly perTest: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
};

type Hook = (context: RunnerTestCase['context']) => unknown;
/** A test with the functions that it gave to `onTestFinished`. */
type HookedTest = RunnerTestCase & { onFinished?: Hook[] | undefined };

const shared: typeof globalThis & { __stryker__?: StrykerNamespace } = globalThis;
shared.__stryker__ ??= {};
const stryker = shared.__stryker__;
const files: RunFiles = JSON.parse(process.env.MUTATION_RUN ?? '{}');
const { killed, survived } = readRun(files.results);

/**
 * Runs each test once without a mutant, and then again for each mutant that it covers and no earlier test has killed. All
 * of that happens where vitest runs the test, so that the resources of its `beforeAll` hooks are open.
 */
class MutationRunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    stryker.currentTestId = test.id;
    const begun = performance.now();
    await run();
    const milliseconds = performance.now() - begun;
    stryker.currentTestId = undefined;
    const covered = stryker.mutantCoverage?.perTest[test.id] ?? {};
    record({ covered: Object.keys(covered) });
    const open = Object.entries(covered).filter(
      ([id]) =>
        !killed.has(id) && !survived.has(`${test.id} ${id}`) && Number(id) % files.shards === files.shard,
    );
    // A test that cannot run twice would seem to kill every mutant.
    if (open.length === 0 || !(await this.#passes(test))) return;
    for (const [id, hits] of open) {
      stryker.hitLimit = 100 * hits + 1000;
      const outcome = await this.#tryMutant(test, id, 1_500 + 3 * milliseconds);
      if (outcome === 'survived') {
        // A process that continues does not try it again.
        record({ survived: id, test: test.id });
        continue;
      }
      killed.add(id);
      record({ killed: id, as: outcome });
      // State that the mutant left behind would kill others too, so that a new process has to continue.
      if (!(await this.#passes(test))) process.kill(process.pid, 'SIGKILL');
    }
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (isFile(suite))
      record({ static: Object.keys(stryker.mutantCoverage?.static ?? {}), done: suite.filepath });
  }

  async #passes(test: RunnerTestCase): Promise<boolean> {
    return (await this.#tryMutant(test, undefined, 60_000)) === 'survived';
  }

  async #tryMutant(
    test: HookedTest,
    id: string | undefined,
    limitMs: number,
  ): Promise<'survived' | 'killed' | 'timeout'> {
    writeFileSync(files.current, id ?? '');
    const hooks = test.onFinished;
    test.onFinished = [];
    stryker.activeMutant = id;
    stryker.currentTestId = 'again';
    stryker.hitCount = 0;
    try {
      return await Promise.race([this.#attempt(test), timeout(limitMs)]);
    } catch {
      return stryker.hitCount > (stryker.hitLimit ?? 0) ? 'timeout' : 'killed';
    } finally {
      stryker.activeMutant = undefined;
      stryker.currentTestId = undefined;
      stryker.hitCount = undefined;
      for (const hook of test.onFinished.toReversed())
        await Promise.race([settle(hook, test), timeout(2_000)]);
      test.onFinished = hooks;
    }
  }

  async #attempt(test: RunnerTestCase): Promise<'survived'> {
    this.onBeforeTryTask(test, { retry: 0, repeats: 0 });
    await TestRunner.getTestFn(test)();
    this.onAfterTryTask(test);
    return 'survived';
  }
}

function record(line: MutationLine): void {
  appendFileSync(files.results, `${JSON.stringify(line)}\n`);
}

function isFile(task: RunnerTask): task is RunnerTask & { readonly filepath: string } {
  return 'filepath' in task;
}

function timeout(milliseconds: number): Promise<'timeout'> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, 'timeout').unref());
}

async function settle(hook: Hook, { context }: RunnerTestCase): Promise<void> {
  try {
    await hook(context);
  } catch {
    // The test is over.
  }
}

// biome-ignore lint/style/noDefaultExport: vitest takes the default export of a runner
export default MutationRunner;
