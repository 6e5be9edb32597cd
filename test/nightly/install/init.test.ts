import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { initCommand } from '../../../src/cli/init.ts';
import { startSimulator } from '../../../src/index.ts';
import { UserError } from '../../../src/user-error.ts';
import { newFolder } from '../../support/new-folder.ts';
import { runToEnd } from '../../support/run-to-end.ts';
import { nodeFolder } from './tools.ts';

const token = 'token-for-tests';

async function init(cwd: string, ...args: readonly string[]): Promise<string> {
  let out = '';
  const command = initCommand({ cwd, out: { write: (text) => (out += text) } });
  const quiet = command.exitOverride().configureOutput({ outputError: () => {} });
  await quiet.parseAsync(args, { from: 'user' });
  return out;
}

/** The Python that has pytest: that of the path, or that of the system. */
const python =
  ['python3', '/usr/bin/python3'].find((one) => spawnSync(one, ['-m', 'pytest', '--version']).status === 0) ??
  'python3';

/** A language, and how the client in its test cancels. */
test.each([
  ['typescript', "{ method: 'DELETE', headers }"],
  ['python', 'method="DELETE")'],
  ['go', '"DELETE", fmt.Sprintf'],
  ['java', 'send("DELETE", baseUrl'],
])(
  'init %s writes a scenario and a test that passes with the command that it prints',
  async (language, cancels) => {
    const cwd = newFolder();
    const [start = '', run = ''] = (await init(cwd, language)).trimEnd().split('\n').slice(-2);
    expect(start).toContain(
      `SIM_CONTROL_TOKEN=${token} store-orders-sim --scenarios scenarios --scenario first`,
    );
    await using simulator = await startSimulator({
      port: 0,
      controlPort: 0,
      controlToken: token,
      scenario: 'first',
      scenarios: join(cwd, 'scenarios'),
    });
    const env = { ...process.env, STORE_ORDERS_CONTROL_URL: simulator.controlUrl, GOFLAGS: '-count=1' };
    const [name = '', ...args] = run.trim().split(' ');
    // The oldest Node that runs a clone.
    const programs = { python3: python, node: join(await nodeFolder('20.20.2'), 'node') };
    const program = Object.entries(programs).find(([known]) => known === name)?.[1] ?? name;
    const passing = await runToEnd([program, ...args], { cwd, env });
    expect(passing.code, passing.stdout + passing.stderr).toBe(0);
    // The test finds a client that does not cancel.
    const file = args.at(-1) ?? '';
    const text = readFileSync(join(cwd, file), 'utf8');
    writeFileSync(join(cwd, file), text.replace(cancels, cancels.replace('DELETE', 'GET')));
    expect((await runToEnd([program, ...args], { cwd, env })).code).not.toBe(0);
    const workflow = readFileSync(join(cwd, '.github/workflows/store-orders.yml'), 'utf8');
    expect(workflow).toContain(`- run: ${run.trim()}\n`);
  },
);

test('init writes nothing if one of its files is there already, and names it', async () => {
  const cwd = newFolder();
  writeFileSync(join(cwd, 'test_store_orders.py'), 'mine');
  const failure = await init(cwd, 'python').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UserError);
  expect(String(failure)).toContain('test_store_orders.py is there already; nothing was written');
  expect(readdirSync(cwd)).toEqual(['test_store_orders.py']);
});
