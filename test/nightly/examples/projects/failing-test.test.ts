import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../../src/version.ts';
import { hasToolchain, type Project, runs } from './project.ts';
import { projects } from './projects.ts';
import { openWorkshop } from './workshop.ts';

const main = fileURLToPath(new URL('src/cli/main.ts', packageRoot));

/** A test that expects a cancelled order in the list, which the specification leaves open. */
type Dependent = {
  readonly name: string;
  readonly file: string;
  readonly after: string;
  readonly line: string;
  readonly command: readonly string[];
  readonly available: () => boolean;
  readonly failing: string;
};

const dependents: readonly Dependent[] = [
  {
    name: 'pytest',
    file: 'test_store_orders.py',
    after: '    assert store_orders.order("pending")["status"] == "cancelled"\n',
    line: '    assert store_orders.handles["pending"] in store.list_ids()\n',
    command: ['sh', '-c', 'python3 -m pytest --junit-xml="$STORE_ORDERS_RUN_FOLDER/r.xml"'],
    available: () => true,
    failing: 'test_store_orders › test_cancels_a_pending_order',
  },
  {
    name: 'junit5',
    file: 'src/test/java/orders/StoreOrdersTest.java',
    after: 'assertEquals("cancelled", environment.order("pending").get("status"));\n',
    line: '        assertEquals(true, store.listIds().contains(environment.handle("pending")));\n',
    command: [
      'sh',
      '-c',
      'mvn --batch-mode --quiet test; code=$?; cp target/surefire-reports/*.xml "$STORE_ORDERS_RUN_FOLDER"; exit $code',
    ],
    available: () => runs(['mvn', '--version']),
    failing: 'orders.StoreOrdersTest › cancelsAPendingOrder',
  },
];

const tried = dependents.flatMap((one) => {
  const project = projects.find(({ name }) => name === one.name);
  return project !== undefined && hasToolchain(project) && one.available() ? [{ ...one, project }] : [];
});

function plant(folder: string, { file, after, line }: Dependent): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  expect(text.split(after)).toHaveLength(2);
  writeFileSync(path, text.replace(after, after + line));
}

describe.concurrent.each(tried)(
  'the matrix over examples/$name',
  (one: Dependent & { readonly project: Project }) => {
    test('names the test that depends on something unpromised, and on what', async () => {
      await using workshop = await openWorkshop(one.project);
      plant(workshop.folder, one);
      const report = join(workshop.folder, 'matrix.json');
      const options = ['--jobs', '1', '--only', 'cancelled-in-list=remove'];
      const reports = ['--report', `json=${report}`];
      const command = [process.execPath, main, 'matrix', ...options, ...reports, '--', ...one.command];
      const { code, output } = await workshop.run(command);
      if (!existsSync(report)) throw new Error(output);
      const { assumptions } = JSON.parse(readFileSync(report, 'utf8'));
      expect(code, output).toBe(1);
      expect(assumptions).toMatchObject([
        { reliesOn: [{ sentence: 'a cancelled order stays listed' }], outcome: { tests: [one.failing] } },
      ]);
    });
  },
);
