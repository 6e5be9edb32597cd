import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { healthcheck } from '../../src/cli/healthcheck.ts';
import { newFolder } from '../support/new-folder.ts';
import { main, openCommandLines, runProgram } from '../support/run-program.ts';
import { closedPort, serveHere } from '../support/serve-here.ts';

const run = openCommandLines();

/** Listens, and responds to /readyz with a status, or never. */
async function listening(status: number | undefined): Promise<string> {
  const server = createServer((request, response) => {
    if (status !== undefined) response.writeHead(request.url === '/readyz' ? status : 401).end('x');
  });
  const { port, [Symbol.asyncDispose]: close } = await serveHere(server);
  onTestFinished(close);
  return String(port);
}

const check = (variables: Readonly<Record<string, string>>) => run(['healthcheck'], variables);

test('exits with 3 and prints one line if /readyz responds with 503', async () => {
  const SIM_CONTROL_PORT = await listening(503);
  expect(await check({ SIM_CONTROL_PORT })).toMatchObject({
    code: 3,
    stderr: `error: port ${SIM_CONTROL_PORT} responded to GET /readyz with 503; is it running, and is SIM_CONTROL_PORT its port?\n`,
  });
});

test('without the control API, the port of the service must be open', async () => {
  const SIM_PORT = await listening(503);
  expect(await check({ SIM_PORT, SIM_CONTROL: 'off' })).toMatchObject({ code: 0, stderr: '' });
  const closed = await check({ SIM_PORT: String(closedPort), SIM_CONTROL: 'off' });
  expect([closed.code, closed.stderr]).toEqual([3, expect.stringContaining('is SIM_PORT its port?')]);
});

test('rejects at the deadline if the simulator accepts but does not respond', async () => {
  const SIM_CONTROL_PORT = await listening(undefined);
  await expect(healthcheck([], { SIM_CONTROL_PORT }, [], AbortSignal.abort())).rejects.toThrow(
    'did not respond in time',
  );
});

test.each([
  (port: string) => ['--control-port', port],
  (port: string) => ['docker-init', '--', 'node', 'main.cjs', '--control-port', port],
  (port: string) => ['serve', '--control-port=1', `--control-port=${port}`],
])(
  'the flags of the first process of a container have precedence over the variables: %#',
  async (flagsOf) => {
    const variables = { SIM_CONTROL_PORT: String(closedPort), SIM_PORT: String(closedPort) };
    expect(await healthcheck([], variables, flagsOf(await listening(200)))).toBeUndefined();
  },
);

test('loads no package', async () => {
  const folder = newFolder();
  const variables = { NODE_V8_COVERAGE: folder, SIM_CONTROL_PORT: await listening(200) };
  expect((await runProgram(main, ['healthcheck'], { variables })).code).toBe(0);
  const [file = ''] = await readdir(folder);
  const loaded = await readFile(join(folder, file), 'utf8');
  expect(loaded).toContain('/src/cli/healthcheck.ts');
  expect(loaded).not.toContain('/node_modules/');
});
