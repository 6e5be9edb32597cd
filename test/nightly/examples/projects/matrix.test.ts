import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../../src/version.ts';
import type { Project } from './project.ts';
import { projects } from './projects.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

const main = fileURLToPath(new URL('src/cli/main.ts', packageRoot));

/** Compiled once, by the first command: two runs at a time would write the same files, or link the same program again. */
const compiled: Readonly<Record<string, readonly [compile: readonly string[], run: readonly string[]]>> = {
  junit5: [
    ['mvn', 'test-compile'],
    ['mvn', 'surefire:test'],
  ],
  go: [['go', 'test', '-c', '-o', 'orders.test'], ['./orders.test']],
};

type MatrixFile = {
  readonly baseline: { readonly kind: string };
  readonly reliance: readonly { readonly gap: string }[];
  readonly assumptions: readonly unknown[];
  readonly flaky: readonly unknown[];
  readonly notes: readonly { readonly kind: string }[];
  readonly runs: readonly { readonly outcome: { readonly kind: string } }[];
};

async function runMatrix(workshop: Workshop, project: Project): Promise<MatrixFile & { code: number }> {
  const file = join(workshop.folder, 'matrix.json');
  const options = ['--jobs', '2', '--timeout', '2m', '--report', `json=${file}`];
  const command = [
    process.execPath,
    main,
    'matrix',
    ...options,
    '--',
    ...(compiled[project.name]?.[1] ?? project.command),
  ];
  const { code, output } = await workshop.run(command);
  if (!existsSync(file)) throw new Error(output);
  return { ...JSON.parse(readFileSync(file, 'utf8')), code };
}

/** A matrix over the others takes one to two minutes each: `MATRIX_OVER=all bash .ci/nightly examples` runs them too. */
const usual: readonly string[] = ['vitest', 'go'];
const tried = projects.filter(({ name }) => process.env.MATRIX_OVER === 'all' || usual.includes(name));

describe.each(tried)('$name', (project) => {
  test('its tests rely on nothing unpromised, and none of them hangs under a fault', async () => {
    await using workshop = await openWorkshop(project);
    const [compile] = compiled[project.name] ?? [];
    if (compile !== undefined) expect(await workshop.run(compile)).toMatchObject({ code: 0 });
    const result = await runMatrix(workshop, project);
    const { baseline, assumptions, flaky, runs, code } = result;
    expect([baseline.kind, assumptions, flaky]).toEqual(['passed', [], []]);
    expect(runs.filter(({ outcome }) => outcome.kind === 'hung')).toEqual([]);
    expect(code).toBe(0);
    expect(result.reliance.map(({ gap }) => gap)).toEqual(
      expect.arrayContaining(['conflict-body', 'error-codes', 'optional-fields']),
    );
  });
});
