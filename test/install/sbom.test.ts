import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Audit } from '../../scripts/shipped/holes-in-shipped.ts';
import { holesInShipped } from '../../scripts/shipped/holes-in-shipped.ts';
import type { CycloneDx, Spdx } from '../../scripts/shipped/keep-shipped.ts';

const program = fileURLToPath(new URL('../../scripts/shipped/sbom.ts', import.meta.url));

async function listIn(form: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, form], { maxBuffer: 1e9 });
  return JSON.parse(stdout);
}

const bundled = [
  ...['express', 'yaml', 'zod', 'commander', 'prom-client', 'selfsigned', '@peculiar/x509'],
  ...['ajv', '@stoplight/prism-http', '@faker-js/faker'],
];
const tools = ['vitest', 'typescript', 'esbuild', 'fast-check', '@stoplight/prism-cli', 'project-node'];

test('the CycloneDX SBOM lists installed and bundled packages, and no tool', async () => {
  const { metadata, components, dependencies } = (await listIn('cyclonedx')) as CycloneDx;
  expect(metadata.component.name).toBe('store-orders-sim');
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(bundled));
  expect(names.filter((name) => tools.includes(name))).toEqual([]);
  const marked = components.filter(({ properties = [] }) =>
    properties.some(({ name }) => name === 'cdx:npm:package:bundled'),
  );
  expect(marked.map(({ name }) => name)).toEqual(expect.arrayContaining(bundled));
  const refs = [metadata.component, ...components].map((component) => component['bom-ref']);
  expect(dependencies.map(({ ref }) => ref).toSorted()).toEqual(refs.toSorted());
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual([]);
});

test('the SPDX SBOM lists the same, and marks none as a development dependency', async () => {
  const { packages, relationships } = (await listIn('spdx')) as Spdx;
  const names = packages.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['store-orders-sim', ...bundled]));
  expect(names.filter((name) => tools.includes(name))).toEqual([]);
  expect(relationships.length).toBeGreaterThan(packages.length);
  expect(relationships.map(({ relationshipType }) => relationshipType)).not.toContain('DEV_DEPENDENCY_OF');
});

const places = {
  installed: new Set(['node_modules/express', 'node_modules/a/node_modules/qs']),
  bundled: new Set(['node_modules/zod', 'node_modules/express']),
};
const advisory = { title: 'runs for ever', url: 'https://example.test/1' };
const hole = (...nodes: readonly string[]) => ({ severity: 'high', via: ['qs', advisory], nodes });

test('the audit reports vulnerabilities of installed and bundled packages, not of tools', () => {
  const vulnerabilities: Audit['vulnerabilities'] = {
    zod: hole('node_modules/zod'),
    qs: hole('node_modules/qs', 'node_modules/a/node_modules/qs'),
    vitest: hole('node_modules/vitest'),
  };
  expect(holesInShipped({ vulnerabilities }, places)).toEqual([
    'node_modules/zod, bundled: high: by qs, runs for ever (https://example.test/1)',
    'node_modules/a/node_modules/qs: high: by qs, runs for ever (https://example.test/1)',
  ]);
  expect(holesInShipped({ vulnerabilities: {} }, places)).toEqual([]);
});

test('a failed audit is not an audit without vulnerabilities', () => {
  expect(() => holesInShipped({ message: '405 Method Not Allowed' }, places)).toThrow(
    '405 Method Not Allowed',
  );
});
