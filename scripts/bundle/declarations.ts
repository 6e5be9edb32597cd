import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The source of imported types in a declaration: `'./order.ts'` in `from './order.ts'`, `import('./order.ts')` and `import './order.ts'`. */
const named = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g;

/**
 * Deletes the declarations in `folder` that no entry reaches, since users cannot name them. Throws if a declaration uses
 * types of a package that is not in `installed`, since users could not compile against it.
 */
export function keepReachedDeclarations(
  folder: string,
  entries: readonly string[],
  installed: readonly string[],
): void {
  const reached = new Set<string>();
  const open = entries.map((entry) => join(folder, entry));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const [, from = ''] of withoutComments(readFileSync(file, 'utf8')).matchAll(named)) {
      if (from.startsWith('.')) open.push(join(dirname(file), from.replace(/\.[jt]s$/, '.d.ts')));
      else if (!from.startsWith('node:') && !installed.includes(packageOf(from)))
        throw new Error(`${relative(folder, file)} takes types from ${from}, which is not installed with it`);
    }
  }
  for (const file of declarationsIn(folder)) if (!reached.has(file)) rmSync(file);
  removeEmptyFolders(folder);
}

/** An example in a doc comment may import the package itself. */
function withoutComments(text: string): string {
  return text.replace(/\/\*.*?\*\//gs, '');
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Adds a copy of each declaration for code in CommonJS: TypeScript refuses to `require` what a `.d.ts` of ES modules declares. */
export function addCommonJsDeclarations(folder: string): void {
  for (const file of declarationsIn(folder)) {
    const text = readFileSync(file, 'utf8').replace(named, (from, path: string) =>
      path.startsWith('.') ? from.replace(/\.ts(?=['"]$)/, '.cts') : from,
    );
    writeFileSync(file.replace(/\.ts$/, '.cts'), text);
  }
}

function declarationsIn(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.d.ts')).map((file) => join(folder, file));
}

function removeEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}
