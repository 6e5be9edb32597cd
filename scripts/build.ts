/** Builds dist/ for the npm package: declarations by TypeScript, and the bundle. `npm run build`. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle/bundle.ts';
import { addCommonJsDeclarations, keepReachedDeclarations } from './bundle/declarations.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

type Manifest = {
  readonly exports: Readonly<Record<string, string | { readonly default: { readonly types: string } }>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
};

/** Builds the package into `dist`, and removes its previous content. */
export async function buildPackage(dist: string): Promise<void> {
  // A file whose source is gone must not be shipped.
  rmSync(dist, { recursive: true, force: true });
  const compiler = `${root}node_modules/typescript/bin/tsc`;
  const args = [compiler, '-p', `${root}tsconfig.build.json`, '--outDir', dist];
  execFileSync(process.execPath, args, { stdio: 'inherit' });
  const manifest: Manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const entries = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : entry.default.types.replace('./dist/', ''),
  );
  const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  keepReachedDeclarations(dist, entries, installed);
  addCommonJsDeclarations(dist);
  await bundle(dist);
}

if (import.meta.main) await buildPackage(`${root}dist`);
