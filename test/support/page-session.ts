import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/version.ts';

const root = fileURLToPath(packageRoot);

/** The commands of the `console` blocks of a page, each with the output that it shows. They form one session. */
export type PageSession = readonly { readonly command: string; readonly output: string }[];

export function sessionOf(page: string): PageSession {
  const text = readFileSync(root + page, 'utf8');
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

/** Runs a session against a simulator with the control token `token-for-tests`, and returns the output of each command. */
export async function runSession(
  session: PageSession,
  simulator: { readonly origin: string; readonly controlUrl: string },
): Promise<readonly string[]> {
  const addresses = [
    ['http://localhost:4010', simulator.origin],
    ['http://localhost:4011', simulator.controlUrl],
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
  return stdout
    .split(`${mark}\n`)
    .slice(1)
    .map((output) => output.trimEnd());
}
