/**
 * Fails if a shipped package has a known vulnerability: `npm run audit`. `npm audit --omit=dev` covers installed packages,
 * but not those in the bundle.
 */
import { spawnSync } from 'node:child_process';
import { holesInShipped } from './holes-in-shipped.ts';
import { shippedPackages } from './shipped-packages.ts';

const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', maxBuffer: 1e9 });
const holes = holesInShipped(JSON.parse(stdout), await shippedPackages());
for (const hole of holes) console.error(hole);
console.log(`${holes.length} shipped packages with known holes`);
process.exitCode = holes.length === 0 ? 0 : 1;
