import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../support/new-folder.ts';
import { listModules, main, startProgram } from '../support/run-program.ts';

/** Returns the modules that `serve` has loaded after its first response. */
async function modulesOfServe(scenario: string): Promise<string> {
  const file = join(newFolder(), 'modules.txt');
  const program = startProgram(main, ['--scenario', scenario, '--port', '0', '--control-port', '0'], {
    variables: { MODULES_FILE: file },
    imports: listModules,
  });
  const [ready] = await program.said(/ready: (\S+) /g);
  await fetch(`${ready?.[1]}/store/orders`, { headers: { Authorization: 'Bearer test-api-key' } });
  program.child.kill('SIGTERM');
  expect((await program.ended).code).toBe(0);
  return readFileSync(file, 'utf8');
}

test('serve loads neither another product, nor the console before its first use, nor faker without generated orders', async () => {
  const modules = await modulesOfServe('pending');
  expect(modules).toMatch(/node_modules\/express\//);
  expect(modules).not.toMatch(
    /@stoplight|src\/contract\/|src\/check\/|src\/matrix\/|src\/traffic\/|src\/mcp\/|@modelcontextprotocol|@faker-js|@peculiar|testcontainers|prom-client/,
  );
  // With the first request to the control API.
  expect(modules).not.toMatch(
    /control-api\/(?:console|control-router|access-guard)|build-console|esbuild|preact/,
  );
});

test('serve loads one locale of faker for generated orders', async () => {
  const modules = await modulesOfServe('large');
  expect(modules).toMatch(/@faker-js/);
  expect(modules.match(/@faker-js\/faker\/dist\/locale\/\w+/g)).toEqual(['@faker-js/faker/dist/locale/en']);
});
