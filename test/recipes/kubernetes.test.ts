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
  const kinds = new Set(manifests.map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual(
    ['Deployment', 'NetworkPolicy', 'PodDisruptionBudget', 'Service', 'StatefulSet'].toSorted(),
  );
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

type Workload = Manifest & {
  readonly spec: {
    readonly replicas: number;
    readonly selector: object;
    readonly template: { readonly metadata: object; readonly spec: object };
  };
};
const workloads = manifests.filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind)) as Workload[];

test('HAProxy has the tested configuration, with room for more replicas, and the name of their Service', () => {
  const config = read(`${folder}/haproxy.cfg`);
  expect(config).toBe(read('examples/haproxy/haproxy.cfg'));
  const [, room] = /^ {4}server-template sim- (\d+) "\$\{REPLICAS\}"/m.exec(config) ?? [];
  const { replicas = 0 } = workloads.find(({ metadata }) => metadata.name === 'sim')?.spec ?? {};
  expect(Number(room)).toBeGreaterThan(replicas);
  expect(read(`${folder}/haproxy.yaml`)).toContain('value: sim.$(NAMESPACE).svc.cluster.local');
});

test('the replicas of simulators and of HAProxy run on different nodes, and one of them at most is away', () => {
  for (const { kind, metadata, spec } of workloads) {
    expect(spec.template.metadata).toEqual({ labels: expect.objectContaining(labelsOf(spec.selector)) });
    if (kind !== 'Deployment') continue;
    const [term] = [{ labelSelector: spec.selector, topologyKey: 'kubernetes.io/hostname' }];
    expect(spec.template.spec).toMatchObject({
      affinity: {
        podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ podAffinityTerm: term }] },
      },
    });
    const budget = manifests.find(
      (one) => one.kind === 'PodDisruptionBudget' && one.metadata.name === metadata.name,
    );
    expect(budget).toMatchObject({ spec: { maxUnavailable: 1, selector: spec.selector } });
  }
});

const labelsOf = (selector: object): object => (selector as { matchLabels: object }).matchLabels;

test('what a manifest selects and mounts exists', () => {
  const text = resources.map((file) => read(join(folder, file))).join('\n---\n');
  const components = new Set(text.match(/(?<=app\.kubernetes\.io\/component: )\S+/g));
  expect([...components].toSorted()).toEqual(['haproxy', 'simulator', 'store']);
  expect(workloads.map(({ spec }) => labelsOf(spec.selector))).toEqual(
    ['simulator', 'haproxy', 'store'].map((name) => ({ 'app.kubernetes.io/component': name })),
  );
  expect(text).toMatch(/configMap:\n\s+name: haproxy$/m);
  const [{ literals }] = kustomization.secretGenerator as [{ literals: readonly string[] }];
  const keys = [...text.matchAll(/secretKeyRef:\n\s+name: store-orders-sim\n\s+key: (\S+)$/gm)];
  expect(keys.map(([, key]) => key).toSorted()).toEqual(literals.map((one) => one.split('=')[0]).toSorted());
});

test('every container runs without privileges, with a limit of memory and probes', () => {
  for (const workload of workloads) expect(workload).toMatchObject(withoutPrivileges);
});
