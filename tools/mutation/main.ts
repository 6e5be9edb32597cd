import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../src/version.ts';
import { type Mutant, plantMutants } from './mutants.ts';
import { type RunFiles, readRun } from './run-files.ts';

/**
 * `npm run mutation -- src/contract/judge …` changes the sources at these paths in one place at a time, runs the tests that
 * reach each of these mutants, and prints how many were killed and which survived. A stopped run continues where it was,
 * until a source changes; `--anew` starts again. `--quick` leaves out the tests that draw their input, which repeat
 * themselves many times.
 */
const { values, positionals } = parseArgs({
  options: {
    anew: { type: 'boolean' },
    quick: { type: 'boolean' },
    processes: { type: 'string', default: '2' },
  },
  allowPositionals: true,
});
if (positionals.length === 0) {
  console.error('error: name the sources to mutate: npm run mutation -- src/simulator/service');
  process.exit(2);
}

/** The tests that can kill a mutant in a part of the sources. Tests that start a program run no mutated code. */
const testsOf: readonly (readonly [source: string, tests: readonly string[]])[] = [
  ['src/contract/history', ['src/contract/history/*.test.ts', 'test/traffic/history.test.ts']],
  ['src/contract', checkTests()],
  ['src/check', checkTests()],
  ['src/matrix/run', ['src/matrix/run/**/*.test.ts', 'test/matrix-run/*.test.ts', 'test/cli/matrix.test.ts']],
  ['src/matrix', ['src/matrix/**/*.test.ts']],
  [
    'src/traffic/capture',
    ['src/traffic/**/*.test.ts', 'test/traffic/**/*.test.ts', 'test/cli/capture.test.ts'],
  ],
  ['src/traffic/save', ['src/traffic/**/*.test.ts', 'test/traffic/*.test.ts', 'test/cli/proxy-save.test.ts']],
  ['src/traffic', ['src/traffic/**/*.test.ts', 'test/traffic/**/*.test.ts']],
  ['src/simulator/orders', ['src/simulator/**/*.test.ts']],
  ['src/simulator/environment', ['src/simulator/**/*.test.ts']],
  [
    'src/http',
    ['src/http/**/*.test.ts', 'test/http/**/*.test.ts', 'test/simulator/service/stalled-clients.test.ts'],
  ],
  ['src/faults', ['src/{faults,simulator}/**/*.test.ts', 'test/faults/*.test.ts']],
  ['src/simulator/control-api', testsIn('control-api')],
  [
    'src/simulator/service/faults',
    ['src/faults/**/*.test.ts', 'test/faults/*.test.ts', ...testsIn('service')],
  ],
  ['src/simulator/service/list', [...testsIn('service/list'), ...testsIn('service/gaps')]],
  ['src/simulator/service', [...testsIn('service'), 'test/simulator/environment/**/*.test.ts']],
  ['src/simulator', ['src/simulator/**/*.test.ts', 'test/simulator/**/*.test.ts']],
  ['src', ['src/**/*.test.ts']],
];

function checkTests(): readonly string[] {
  const whole = 'test/check/{sender*,reports/*,mutants/findings}.test.ts';
  return ['src/{contract,check}/**/*.test.ts', 'test/contract/**/*.test.ts', whole];
}

function testsIn(folder: string): readonly string[] {
  return [`src/simulator/${folder}/**/*.test.ts`, `test/simulator/${folder}/**/*.test.ts`];
}

const root = fileURLToPath(packageRoot);
const paths = positionals
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => path.replace(/^\.\/|\/$/g, ''));
const patterns = paths.flatMap((path) => testsOf.find(([source]) => path.startsWith(source))?.[1] ?? []);
const leftOut =
  values.quick === true
    ? /run-program\.ts|bundle\/bundle\.ts|'fast-check'/
    : /run-program\.ts|bundle\/bundle\.ts/;
// A test that is named runs, even if it starts a program once.
const tests = globSync([...new Set(patterns)], { cwd: root }).filter(
  (file) => patterns.includes(file) || !leftOut.test(readFileSync(root + file, 'utf8')),
);
if (tests.length === 0) {
  console.error(
    `error: no test judges ${paths.join(', ')}${values.quick === true ? '; leave out --quick' : ''}`,
  );
  process.exit(2);
}
const { mutants, digest } = await plantMutants(paths);
// A file name has at most 255 bytes.
const named = paths.join('+').replaceAll('/', '-').slice(0, 200);
const folder = join(root, 'reports/mutation', named, digest.slice(0, 12));
if (values.anew === true) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

/** No test takes longer. */
const longestSilenceMs = 45_000;
const shards = Number(values.processes);
const begun = performance.now();
// The tests are groups of processes, which would go on alone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
const runs = await Promise.all(Array.from({ length: shards }, (_, shard) => runShard(shard)));
report(runs.map(({ results }) => results));

/** Runs the tests for a shard of the mutants. If a process hangs or ends early, a new one continues. */
async function runShard(shard: number): Promise<RunFiles> {
  const files: RunFiles = {
    results: join(folder, `${shard}-of-${shards}.jsonl`),
    current: join(folder, `${shard}-of-${shards}.current`),
    shard,
    shards,
  };
  for (;;) {
    writeFileSync(files.current, '');
    const before = sizeOf(files.results);
    const code = await runVitest(files);
    const { done } = readRun(files.results);
    if (tests.every((file) => done.includes(root + file))) return files;
    if (code === 'hangs') {
      const id = readFileSync(files.current, 'utf8');
      // After a mutant, the state that it left behind can make a test hang. A new process has none.
      if (id !== '') appendFileSync(files.results, `${JSON.stringify({ killed: id, as: 'timeout' })}\n`);
      else if (sizeOf(files.results) === before)
        throw new Error(`the tests hang without a mutant; see ${files.results}`);
    }
  }
}

async function runVitest(files: RunFiles): Promise<'ended' | 'hangs'> {
  const config = fileURLToPath(new URL('vitest.config.ts', import.meta.url));
  const env = {
    ...process.env,
    CI: 'true',
    MUTATED: paths.join(','),
    MUTATION_TESTS: tests.join(','),
    MUTATION_RUN: JSON.stringify(files),
  };
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, '--reporter', 'dot'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'ignore'],
    detached: true,
  });
  const kill = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  process.once('exit', kill);
  const started = Date.now();
  let hangs = false;
  const watch = setInterval(() => {
    const latest = Math.max(started, ...[files.current, files.results].map(changedAt));
    hangs = Date.now() - latest > longestSilenceMs;
    if (hangs) kill();
  }, 1_000);
  await once(child, 'close');
  clearInterval(watch);
  process.off('exit', kill);
  return hangs ? 'hangs' : 'ended';
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function report(results: readonly string[]): void {
  const shown = results.map(readRun);
  const killed = new Set(shown.flatMap((run) => [...run.killed]));
  const covered = new Set(shown.flatMap((run) => [...run.covered]));
  const loaded = new Set(shown.flatMap((run) => [...run.static]));
  // Code that runs only while a module is loaded would need a process for each mutant.
  const counted = mutants.filter(({ id }) => covered.has(id) || !loaded.has(id));
  const survivors = counted.filter(({ id }) => !killed.has(id));
  console.log('| Sources | Mutants | Killed | Score |\n|---|--:|--:|--:|');
  const score = (name: string, isIn: (mutant: Mutant) => boolean): void => {
    const planted = counted.filter(isIn).length;
    const found = planted - survivors.filter(isIn).length;
    console.log(`| ${name} | ${planted} | ${found} | ${((100 * found) / planted).toFixed(1)} % |`);
  };
  for (const path of paths) score(`\`${path}\``, ({ file }) => file.startsWith(path));
  if (paths.length > 1) score('all', () => true);
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  console.log(
    `\n${mutants.length - counted.length} mutants run only while a module is loaded; ${minutes} minutes\n`,
  );
  for (const mutant of survivors) console.log(describe(mutant, covered.has(mutant.id)));
}

function describe({ file, line, original, replacement }: Mutant, isCovered: boolean): string {
  const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 80);
  const why = isCovered ? '' : ' (no test runs it)';
  return `- \`${file}:${line}\`: \`${short(original)}\` becomes \`${short(replacement)}\`${why}`;
}
