import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { packageRoot } from '../../src/version.ts';
import { type Manifest, typeErrors, withoutPrivileges } from './manifests.ts';

const root = fileURLToPath(packageRoot);
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const folder = 'examples/kubernetes';

const documentsOf = (file: string): readonly Manifest[] =>
  parseAllDocuments(read(join(folder, file))).map((document) => document.toJS());
const kustomization: Record<string, unknown> = parseAllDocuments(
  read(join(folder, 'kustomization.yaml')),
)[0]?.toJS();
const resources = kustomization.resources as readonly string[];
const manifests = resources.flatMap(documentsOf);

test('every manifest has only the fields of its kind, with their types', async () => {
  expect(manifests.map(({ kind }) => kind)).toEqual([
    'Service',
    'StatefulSet',
    'Service',
    'Deployment',
    'NetworkPolicy',
    'NetworkPolicy',
  ]);
  expect(await typeErrors(manifests)).toBe('');
});

test.each([
  ['replicas: 3', 'replcas: 3', 'replcas'],
  ['periodSeconds: 10', 'periodSeconds: "10"', "'string' is not assignable to type 'number'"],
  ['containerPort: 4010', 'containerPrt: 4010', 'containerPrt'],
])('a manifest with %s as %s is refused', async (right, wrong, message) => {
  const [broken] = parseAllDocuments(read(`${folder}/simulators.yaml`).replace(right, wrong)).slice(1);
  expect(await typeErrors([broken?.toJS()])).toContain(message);
});

test('kustomization.yaml names every file, and nothing else', () => {
  const files = globSync('*', { cwd: join(root, folder) }).filter((file) => file !== 'kustomization.yaml');
  const named = [...resources, 'haproxy.cfg'];
  expect(named.toSorted()).toEqual(files.toSorted());
  expect(Object.keys(kustomization).toSorted()).toEqual(
    ['apiVersion', 'configMapGenerator', 'kind', 'labels', 'resources', 'secretGenerator'].toSorted(),
  );
});

test('HAProxy has the tested configuration, with a server for each replica', () => {
  const config = read(`${folder}/haproxy.cfg`);
  expect(config).toBe(read('examples/haproxy/haproxy.cfg'));
  const servers = [...config.matchAll(/^ {4}server (\S+) "(\S+)\$\{REPLICA_DOMAIN\}"$/gm)].map(
    ([, name]) => name,
  );
  const set = manifests.find(({ kind }) => kind === 'StatefulSet');
  const { replicas } = (set as unknown as { spec: { replicas: number } }).spec;
  expect(servers).toEqual(Array.from({ length: replicas }, (_, at) => `${set?.metadata.name}-${at}`));
});

test('what a manifest selects and mounts exists', () => {
  const text = resources.map((file) => read(join(folder, file))).join('\n---\n');
  for (const component of ['simulator', 'haproxy'])
    expect(text.match(new RegExp(`component: ${component}$`, 'gm'))?.length).toBeGreaterThanOrEqual(4);
  expect(new Set(text.match(/app\.kubernetes\.io\/component: \S+/g)).size).toBe(2);
  expect(text).toMatch(/configMap:\n\s+name: haproxy$/m);
  expect(text).toMatch(/secretKeyRef:\n\s+name: store-orders-sim\n\s+key: control-token$/m);
});

test('every container runs without privileges, with a limit of memory and probes', () => {
  for (const kind of ['StatefulSet', 'Deployment'])
    expect(manifests.find((one) => one.kind === kind)).toMatchObject(withoutPrivileges);
});
