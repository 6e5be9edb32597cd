/** Makes dist/ anew, which is what the npm package ships: declarations by TypeScript, and the bundle. `npm run build`. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle/bundle.ts';
import { keepReachedDeclarations } from './bundle/declarations.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const dist = `${root}dist`;

type Manifest = {
  readonly exports: Readonly<Record<string, { readonly types?: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
};

// Else a file of yesterday, whose source is gone, would be shipped.
rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
const manifest: Manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const entries = Object.values(manifest.exports).flatMap(({ types }) => types ?? []);
const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
keepReachedDeclarations(
  dist,
  entries.map((entry) => entry.replace('./dist/', '')),
  installed,
);
await bundle('npm', dist);
