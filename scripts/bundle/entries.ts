import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { posix, relative } from 'node:path';
import type { Metafile } from 'esbuild';

/** The entries that users import, by their files in `src/` and `dist/`, without the extension. */
export const entries = ['index', 'client/index', 'check/index', 'testcontainers/index'] as const;

/** Adds the command and the entries for `import`. Each reports in one sentence that Node.js is too old, before any other code runs. */
export async function writeEntries(outdir: string, { outputs }: Metafile, root: string): Promise<void> {
  const { engines } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
  const needed = JSON.stringify(engines.node.replace('>=', ''));
  await copyFile(`${root}scripts/bundle/needs-node.cjs`, `${outdir}/needs-node.cjs`);
  const command = await readFile(`${root}scripts/bundle/main.cjs`, 'utf8');
  await writeFile(`${outdir}/cli/main.cjs`, command.replace('neededNode)', `${needed})`), { mode: 0o755 });
  for (const entry of entries) {
    const file = `${outdir}/${entry}.cjs`;
    const up = posix.dirname(entry) === '.' ? './' : '../';
    const check = `require("${up}needs-node.cjs").refuseOldNode(${needed});`;
    await writeFile(file, check + (await readFile(file, 'utf8')));
    const names = outputs[relative(root, file)]?.exports ?? [];
    const [folder, name] = [posix.dirname(entry), entry === 'client/index' ? 'node' : 'index'];
    await writeFile(`${outdir}/${folder}/${name}.js`, `export{${names.join()}}from"./index.cjs";\n`);
  }
}
