import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../src/version.ts';
import { check } from '../cli/run-check.ts';
import { key, startShop, startWatch } from '../cli/run-watch.ts';
import { newFolder } from '../helpers/new-folder.ts';
import { type Manifest, typeErrors, withoutPrivileges } from './manifests.ts';

const folder = fileURLToPath(new URL('examples/monitoring', packageRoot));
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

type Panel = {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly w: number };
  readonly targets: readonly { readonly expr: string }[];
};
const dashboard: {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly query: string }[] };
} = JSON.parse(read('dashboard.json'));
const alerts: { readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[] } =
  parse(read('alerts.yml'));
const queries = [
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...dashboard.templating.list.filter(({ name }) => name === 'target').map(({ query }) => query),
];
const expressions = [...queries, ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr))];

/** The metrics of a watch that had a round with a broken rule and with drift, and sent a notification. */
let metrics = '';
beforeAll(async () => {
  await using shop = await startShop({ broken: true });
  const flags = ['--metrics', ':0', '--expect-profile', 'typical', '--notify', 'http://127.0.0.1:9/'];
  await using watch = startWatch(shop.url, ...flags);
  await watch.round();
  metrics = await (await fetch(/http:\S+\/metrics/.exec(watch.out()[0] ?? '')?.[0] ?? '')).text();
  await watch.stop();
});

/** The label names of each metric. */
function labelsOf(text: string): ReadonlyMap<string, readonly string[]> {
  const samples = [...text.matchAll(/^(store_orders_check_\w+)(?:\{(.*)\})? /gm)];
  return new Map(
    samples.map(([, name = '', labels = '']) => [
      name,
      [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label),
    ]),
  );
}

test('every query of the dashboard and of an alert names a metric of a watch, and labels that it has', () => {
  const known = labelsOf(metrics);
  expect(expressions.length).toBeGreaterThan(15);
  for (const expression of expressions) {
    const used = [...expression.matchAll(/(store_orders_check_\w+)(?:\{([^}]*)\})?/g)];
    expect(used, expression).toHaveLength(1);
    for (const [, name = '', selector = ''] of used) {
      expect([...known.keys()], expression).toContain(name);
      const by = /by \((\w+)\)/.exec(expression)?.[1];
      const labels = [...selector.matchAll(/(\w+)=/g)].map(([, label = '']) => label);
      for (const label of by === undefined ? labels : [...labels, by])
        expect(known.get(name), expression).toContain(label);
    }
  }
});

test('the dashboard shows every metric of a watch, and its panels have names and places of their own', () => {
  const shown = queries.join('\n');
  for (const name of labelsOf(metrics).keys()) expect(shown).toContain(name);
  const { panels } = dashboard;
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(new Set(panels.map(({ gridPos }) => JSON.stringify(gridPos))).size).toBe(panels.length);
  for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
});

test('the values of labels in queries are those of the metrics', () => {
  for (const [, label, value] of expressions.join('\n').matchAll(/(\w+)="(\w[\w-]*)"/g))
    expect(metrics).toContain(`${label}="${value}"`);
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
describe.skipIf(!hasPromtool)('promtool', () => {
  const promtool = (args: readonly string[], input?: string): string => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8', input });
    return status === 0 ? '' : `${stdout}${stderr}`;
  };

  test('accepts the alert rules, which fire when their tests say so', () => {
    expect(promtool(['check', 'rules', 'alerts.yml'])).toBe('');
    expect(promtool(['test', 'rules', 'alerts.test.yml'])).toBe('');
  });

  test('accepts the metrics', () => {
    expect(promtool(['check', 'metrics'], metrics)).toBe('');
  });

  test('can read every query of the dashboard', async () => {
    const work = newFolder();
    const plain = queries.filter((query) => !query.startsWith('label_values'));
    const rules = plain.map((query, at) => {
      const expr = query.replace('$target', '.*').replace('$__rate_interval', '5m');
      return { record: `q${at}`, expr };
    });
    const file = join(work, 'rules.json');
    await writeFile(file, JSON.stringify({ groups: [{ name: 'queries', rules }] }));
    expect(promtool(['check', 'rules', file])).toBe('');
  });
});

test('the Deployment has only the fields of its kind, and its container no privileges', async () => {
  const manifest: Manifest = parse(read('deployment.yaml'));
  expect(await typeErrors([manifest])).toBe('');
  expect(manifest).toMatchObject(withoutPrivileges);
});

test('the arguments of the Deployment are those of a watch', async () => {
  const text = read('deployment.yaml');
  const { args } = parse(text).spec.template.spec.containers[0];
  const [command, ...flags] = args;
  expect([command, flags]).toEqual(['check', expect.arrayContaining(['--metrics=0.0.0.0:9464'])]);
  expect((await check([...flags, '--dry-run'], key)).out).toContain('level observe');
  expect(text.match(/9464/g)).toHaveLength(3);
});

test('no file is without a test', () => {
  const files = ['alerts.test.yml', 'alerts.yml', 'dashboard.json', 'deployment.yaml'];
  expect(globSync('*', { cwd: folder }).toSorted()).toEqual(files);
});
