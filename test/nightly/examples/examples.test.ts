import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../../../src/version.ts';
import { projects } from './projects.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

const root = fileURLToPath(packageRoot);
const installs = 120_000;

// The tests of examples/matrix have to fail: test/nightly/docs/guides/matrix.test.ts runs them.
const others = ['matrix'];

test('every project in examples/ is run', () => {
  const manifests = globSync('examples/*/{package.json,go.mod,pom.xml,requirements.txt}', { cwd: root });
  expect(manifests.map((file) => basename(dirname(file))).sort()).toEqual(
    [...projects.map(({ name }) => name), ...others].sort(),
  );
});

describe.each(projects)('$name', ({ name, command, passed, failed, client, plants, ...rest }) => {
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await openWorkshop({ name, command, passed, failed, client, plants, ...rest });
  }, installs);
  afterAll(() => workshop[Symbol.asyncDispose]());

  const namesOfFailed = (output: string): string[] =>
    [...new Set([...output.matchAll(failed)].map(([, title = '']) => title.trim()))].sort();

  test('its tests pass, and delete their environments', async () => {
    const { code, output } = await workshop.run(command);
    expect(output).toMatch(passed);
    expect([code, namesOfFailed(output)]).toEqual([0, []]);
    const left = await workshop.simulator.control?.environments();
    expect(left?.map((environment) => environment.name)).toEqual(['production', 'staging']);
  });

  test('its README shows the command', () => {
    const readme = readFileSync(`${root}examples/${name}/README.md`, 'utf8');
    expect(readme).toMatch(new RegExp(`^${command.join(' ')}$`, 'm'));
  });

  test.each(plants)('its tests find a client that $what', async ({ from, to, fails }) => {
    const file = join(workshop.folder, client);
    const honest = readFileSync(file, 'utf8');
    expect(honest).toContain(from);
    try {
      writeFileSync(
        file,
        honest.replace(from, () => to),
      );
      const { code, output } = await workshop.run(command);
      expect(namesOfFailed(output), output).toEqual(fails);
      expect(code).not.toBe(0);
    } finally {
      writeFileSync(file, honest);
    }
  });

  test('its tests say what is missing if the simulator is', async () => {
    const noToken = await workshop.run(command, { STORE_ORDERS_CONTROL_TOKEN: '' });
    expect(noToken.code).not.toBe(0);
    expect(noToken.output).toMatch(/STORE_ORDERS_CONTROL_TOKEN is not set|The token is missing/);
    const nowhere = await workshop.run(command, { STORE_ORDERS_CONTROL_URL: 'http://127.0.0.1:9' });
    expect(nowhere.code).not.toBe(0);
    expect(nowhere.output).toMatch(/cannot (be reached|reach)/);
  });
});
