import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startSimulator } from '../../src/index.ts';
import { packageRoot } from '../../src/version.ts';
import { runSession, sessionOf } from '../support/page-session.ts';
import { hasCurl, startProgram } from '../support/run-program.ts';

const readme = readFileSync(new URL('README.md', packageRoot), 'utf8');

const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, text]) => text ?? '',
  );

test('the first command of the README starts a simulator', async () => {
  const [start = ''] = blocks('sh');
  const flags = /^npm ci && npm start -- (.+)\n$/.exec(start)?.[1]?.split(' ') ?? [];
  expect(flags).toEqual(['--scenario', 'mixed']);
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8'));
  const file = fileURLToPath(new URL(scripts.start.replace('exec node ', ''), packageRoot));
  const program = startProgram(file, [...flags, '--port', '0', '--control-port', '0']);
  const [[baseUrl = ''] = []] = await program.said(/http:\/\/[\w.]+:\d+\/v1/g);
  expect((await fetch(`${baseUrl}/store/orders`)).status).toBe(401);
});

test('the session is within the first 40 lines and shows a 200, a 204, a 409, a 404 and a 401', () => {
  const beginning = readme.split('\n').slice(0, 40).join('\n');
  expect([...beginning.matchAll(/^(?:.* )?([2-5]\d\d)$/gm)].map(([, status]) => status)).toEqual([
    '200',
    '204',
    '409',
    '404',
    '401',
  ]);
});

// Those of the guides take longer: test/docs/guides.
const pages = globSync(['README.md', 'docs/{*,start/*,reference/*}.md'], { cwd: fileURLToPath(packageRoot) });
const withSession = pages.filter((page) => sessionOf(page).length > 0);

test.runIf(hasCurl).each(withSession)('the session in %s has the output that it shows', async (page) => {
  const session = sessionOf(page);
  await using simulator = await startSimulator({ controlToken: 'token-for-tests' });
  const origin = new URL(simulator.baseUrl).origin;
  const outputs = await runSession(session, { origin, controlUrl: simulator.controlUrl ?? '' });
  expect(outputs).toEqual(session.map(({ output }) => output));
});

test('the code of the README runs', async () => {
  const [code = ''] = blocks('ts');
  const entry = JSON.stringify(new URL('src/index.ts', packageRoot).href);
  const assert = "import { ok } from 'node:assert';";
  const run = assert + code.replace("'store-orders-sim'", entry).replace('console.assert', 'ok');
  await promisify(execFile)(process.execPath, ['--input-type=module-typescript', '--eval', run]);
});
