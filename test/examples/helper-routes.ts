import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../src/version.ts';

const root = fileURLToPath(packageRoot);
const sources: Readonly<Record<string, string>> = {
  pytest: 'examples/pytest/store_orders_sim.py',
  go: 'examples/go/storeorderssim/*.go',
  junit5: 'examples/junit5/src/test/java/orders/StoreOrdersSim.java',
};

/** The projects that have a test helper. */
export const helperNames: readonly string[] = Object.keys(sources);

/** Returns the operations of the control API that the source of a test helper names: `GET /environments`. */
export function routesOf(name: string): readonly string[] {
  const text = globSync(sources[name] ?? '', { cwd: root })
    .map((file) => readFileSync(root + file, 'utf8'))
    .join('\n');
  return [...new Set([...text.matchAll(/"([A-Z]+ \/[\w/{}.]+)"/g)].map(([, route = '']) => route))].sort();
}
