import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildPackage } from '../../../scripts/build.ts';
import { startSimulator } from '../../../src/index.ts';
import { packageRoot } from '../../../src/version.ts';
import { newFolder } from '../../support/new-folder.ts';
import { runToEnd } from '../../support/run-to-end.ts';

const root = fileURLToPath(packageRoot);
const token = 'token-for-tests';

/** A project in `examples/`. The README there shows the command. Its client takes a 409 for a success with one change. */
const projects = [
  {
    name: 'vitest',
    command: 'npm test',
    client: 'store-orders.ts',
    honest: 'response.status === 204)',
    wrong: 'response.status === 204 || response.status === 409)',
  },
  {
    name: 'pytest',
    module: 'python',
    install: ['python3 -m venv .venv', '.venv/bin/pip install --quiet -r requirements.txt'],
    command: 'python3 -m pytest',
    client: 'store_orders.py',
    honest: 'status == 204',
    wrong: 'status in (204, 409)',
  },
  {
    name: 'go',
    module: 'go',
    command: 'go test -count=1 ./...',
    compile: 'go test -c -o orders.test',
    compiled: './orders.test',
    client: 'orders.go',
    honest: 'status == http.StatusNoContent',
    wrong: 'status == http.StatusNoContent || status == http.StatusConflict',
  },
  {
    name: 'junit5',
    module: 'java',
    install: ['mvn --batch-mode --quiet -f ../../modules/java install -DskipTests -Dmaven.javadoc.skip'],
    command: 'mvn test',
    compile: 'mvn test-compile',
    compiled: 'mvn surefire:test',
    client: 'src/main/java/orders/StoreOrders.java',
    honest: 'status == 204',
    wrong: 'status == 204 || status == 409',
  },
];

test('every project in examples/ is run', () => {
  const manifests = globSync('examples/*/{package.json,go.mod,pom.xml,requirements.txt}', { cwd: root });
  const named = manifests.map((file) => basename(dirname(file)));
  // The tests of examples/matrix have to fail: test/nightly/docs runs them.
  expect(named.toSorted()).toEqual([...projects.map(({ name }) => name), 'matrix'].toSorted());
});

/** Copies a folder of the repository without what tools have built in it. */
function copy(folder: string, parent: string): string {
  const filter = (source: string) => !/\/(?:target|\.venv|dist|node_modules|\.?\w*cache\w*)$/.test(source);
  cpSync(root + folder, join(parent, folder), { recursive: true, filter });
  return join(parent, folder);
}

/** Installs what an npm project names: this package as it is built, and the rest from here. */
async function installPackages(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  const own = join(modules, 'store-orders-sim');
  mkdirSync(own, { recursive: true });
  cpSync(`${root}package.json`, join(own, 'package.json'));
  await buildPackage(join(own, 'dist'));
  for (const name of ['vitest', 'testcontainers', '.bin'])
    symlinkSync(`${root}node_modules/${name}`, join(modules, name));
}

describe.each(projects)('$name', ({ name, command, client, honest, wrong, module, install, ...rest }) => {
  let folder = '';
  const run = async (line: string, variables: NodeJS.ProcessEnv = {}) => {
    const { NODE_OPTIONS: _, ...others } = process.env;
    const PATH = `${folder}/.venv/bin:${process.env.PATH}`;
    const env = { ...others, PATH, NO_COLOR: '1', PYTHONDONTWRITEBYTECODE: '1', ...variables };
    const { code, stdout, stderr } = await runToEnd(line.split(' '), { cwd: folder, env });
    return { code, output: stdout + stderr };
  };
  const runTests = async () => {
    await using simulator = await startSimulator({ controlToken: token });
    const { controlUrl, control } = simulator;
    const ran = await run(command, {
      STORE_ORDERS_CONTROL_URL: controlUrl,
      STORE_ORDERS_CONTROL_TOKEN: token,
    });
    return { ...ran, left: (await control?.environments())?.map((environment) => environment.name) };
  };

  beforeAll(async () => {
    const parent = newFolder();
    folder = copy(`examples/${name}`, parent);
    if (module === undefined) await installPackages(folder);
    else copy(`modules/${module}`, parent);
    for (const line of [...(install ?? []), ...(rest.compile ? [rest.compile] : [])])
      expect(await run(line)).toMatchObject({ code: 0 });
  });

  test('passes with the command of examples/README.md, and deletes its environments', async () => {
    expect(readFileSync(`${root}examples/README.md`, 'utf8')).toContain(`\`${command}\``);
    const { code, output, left } = await runTests();
    expect(code, output).toBe(0);
    expect(left).toEqual(['production', 'staging']);
  });

  test('relies on nothing unpromised, and hangs under no fault', async () => {
    const report = join(folder, 'matrix.json');
    const options = `--jobs 2 --timeout 2m --report json=${report}`;
    const matrix = `${process.execPath} ${root}src/cli/main.ts matrix ${options} -- ${rest.compiled ?? command}`;
    const { code, output } = await run(matrix);
    expect(code, output).toBe(0);
    const { assumptions, flaky, runs } = JSON.parse(readFileSync(report, 'utf8'));
    expect([assumptions, flaky]).toEqual([[], []]);
    expect(runs.filter((one: { outcome: { kind: string } }) => one.outcome.kind === 'hung')).toEqual([]);
  });

  test('finds a client that takes a 409 for a success', async () => {
    const file = join(folder, client);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(honest);
    writeFileSync(file, text.replace(honest, wrong));
    expect((await runTests()).code).not.toBe(0);
  });
});
