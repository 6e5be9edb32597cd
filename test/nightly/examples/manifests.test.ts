import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../src/version.ts';

const root = fileURLToPath(packageRoot);
const read = (file: string) => JSON.parse(readFileSync(root + file, 'utf8'));
const { version, devDependencies } = read('package.json');
const known: Readonly<Record<string, string>> = { ...devDependencies, 'store-orders-sim': version };

test.each(globSync('examples/*/package.json', { cwd: root }))(
  '%s names the versions that are tested',
  (file) => {
    const given = Object.entries<string>(read(file).devDependencies).filter(([name]) => name in known);
    expect(given.map(([name]) => name)).toContain('store-orders-sim');
    for (const [name, one] of given) expect(one, name).toBe(known[name]);
  },
);
