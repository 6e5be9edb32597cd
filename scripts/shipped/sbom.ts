/**
 * Writes the SBOM of the package: what is installed with it, and what is in its bundle.
 * `npm run sbom [cyclonedx|spdx]`. npm's own list does not include bundled packages.
 */
import { execFileSync } from 'node:child_process';
import { keepShippedCycloneDx, keepShippedSpdx } from './keep-shipped.ts';
import { shippedPackages } from './shipped-packages.ts';

const keeps = { cyclonedx: keepShippedCycloneDx, spdx: keepShippedSpdx };
const [form = 'cyclonedx'] = process.argv.slice(2);
if (form !== 'cyclonedx' && form !== 'spdx') throw new Error('usage: node sbom.ts [cyclonedx|spdx]');
const list = execFileSync('npm', ['sbom', '--sbom-format', form], { encoding: 'utf8', maxBuffer: 1e9 });
const shipped = keeps[form](JSON.parse(list), await shippedPackages());
process.stdout.write(`${JSON.stringify(shipped, null, 2)}\n`);
