import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startSimulator } from '../../src/index.ts';
import { packageRoot } from '../../src/version.ts';
import { hasCurl } from '../helpers/has-curl.ts';

const root = fileURLToPath(packageRoot);
const pages = globSync(['README.md', 'docs/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules'],
});

/** The commands of the `console` blocks of a page, each with the output that it shows. They form one session. */
function sessionOf(text: string): readonly { command: string; output: string }[] {
  const blocks = [...text.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [, command = '', output = ''] = /^((?:.*\\\n)*.*)\n([\s\S]*)$/.exec(part) ?? [];
        return { command, output: output.trimEnd() };
      }),
  );
}

const sessions = pages
  .map((page) => [page, sessionOf(readFileSync(root + page, 'utf8'))] as const)
  .filter(([, session]) => session.length > 0);

test.runIf(hasCurl).each(sessions)(
  'the session in %s has the output that it shows',
  async (_page, session) => {
    await using simulator = await startSimulator({ controlToken: 'token-for-tests' });
    const addresses = [
      ['http://localhost:4010', new URL(simulator.baseUrl).origin],
      ['http://localhost:4011', simulator.controlUrl ?? ''],
    ] as const;
    const mark = '----- next command';
    const commands = session.map(({ command }) => `echo '${mark}'\n${command}\necho`);
    // The command of the package is that of the sources.
    const define = `store-orders-sim() { '${process.execPath}' '${root}src/cli/main.ts' "$@"; }`;
    let script = [define, ...commands].join('\n');
    for (const [shown, actual] of addresses) script = script.replaceAll(shown, actual);
    let { stdout } = await promisify(execFile)('bash', ['--norc', '-c', script], { cwd: root });
    for (const [shown, actual] of addresses)
      stdout = stdout.replaceAll(
        new RegExp(`http://(?:localhost|127\\.0\\.0\\.1):${new URL(actual).port}\\b`, 'g'),
        shown,
      );
    const outputs = stdout.split(`${mark}\n`).slice(1);
    expect(outputs.map((output) => output.trimEnd())).toEqual(session.map(({ output }) => output));
  },
);

test('the README and the start page have sessions', () => {
  expect(sessions.map(([page]) => page)).toEqual(
    expect.arrayContaining(['README.md', 'docs/start/index.md']),
  );
});
