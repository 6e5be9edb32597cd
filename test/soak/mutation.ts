import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../src/shared/version.ts';
import type { Soaked } from './soak.ts';

type Mutant = { readonly status: string };
type MutationReport = { readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>> };

const report = new URL('reports/mutation.json', packageRoot);

/** Runs `npm run mutation` with these arguments, and tells for each folder how many planted faults the tests noticed. */
export async function runMutation(args: readonly string[]): Promise<Soaked> {
  await rm(report, { force: true });
  const child = spawn('npm', ['run', '--silent', 'mutation', '--', ...args], {
    cwd: fileURLToPath(packageRoot),
    stdio: 'inherit',
  });
  const [code] = await once(child, 'close');
  if (code !== 0) return { rows: [], broken: [`mutation testing ended with ${code}`] };
  const { files }: MutationReport = JSON.parse(await readFile(report, 'utf8'));
  return { rows: mutationRows(files), broken: [] };
}

/** A row for each folder below `src`, two names deep where there are two. */
export function mutationRows(files: MutationReport['files']): Soaked['rows'] {
  const byFolder = new Map<string, Mutant[]>();
  for (const [file, { mutants }] of Object.entries(files)) {
    const folder = file.split('/').slice(0, -1).slice(0, 3).join('/');
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), ...mutants]);
  }
  return [...byFolder].map(([folder, mutants]) => {
    const count = (...statuses: string[]): number =>
      mutants.filter(({ status }) => statuses.includes(status)).length;
    const noticed = count('Killed', 'Timeout');
    const planted = noticed + count('Survived', 'NoCoverage');
    const share = planted === 0 ? 'none planted' : `${((100 * noticed) / planted).toFixed(1)} %`;
    return [`Planted faults noticed in ${folder}`, `${noticed} of ${planted}: ${share}`] as const;
  });
}
