import { type ExecFileException, execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../../src/version.ts';

// The runtimes and package managers of these tests, kept for the next run. npm comes with the Node that runs this.
const cache = fileURLToPath(new URL('node_modules/.cache/installed-tools/', packageRoot));

export type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };
type RunOptions = { readonly cwd: string; readonly env?: NodeJS.ProcessEnv; readonly timeout?: number };

/** Runs a program to its end. */
export function run(command: string, args: readonly string[], options: RunOptions): Promise<Ran> {
  return new Promise((resolve) => {
    const done = (error: ExecFileException | null, stdout: string, stderr: string): void => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, stdout, stderr });
    };
    execFile(command, [...args], { encoding: 'utf8', timeout: 300_000, maxBuffer: 64e6, ...options }, done);
  });
}

/** Installs a package of the registry once, without its scripts, and returns its folder. Two test files may want the same one at once. */
export async function tool(name: string, version: string): Promise<string> {
  const home = join(cache, `${name}-${version}`.replaceAll('/', '-'));
  const folder = join(home, 'node_modules', name);
  if (existsSync(home)) return folder;
  mkdirSync(cache, { recursive: true });
  const own = mkdtempSync(`${home}.`);
  writeFileSync(join(own, 'package.json'), '{"private":true}');
  const args = [
    'install',
    '--no-save',
    '--no-audit',
    '--ignore-scripts',
    '--prefer-offline',
    `${name}@${version}`,
  ];
  const { code, stderr } = await run('npm', args, { cwd: own });
  if (code !== 0) throw new Error(`cannot install ${name}@${version}: ${stderr}`);
  if (existsSync(home)) rmSync(own, { recursive: true, force: true });
  else renameSync(own, home);
  return folder;
}

/** Returns the folder with the `node` of a version, as its package for Linux on this processor has it. */
export async function nodeFolder(version: string): Promise<string> {
  return join(await tool(`node-linux-${process.arch}`, version), 'bin');
}

/** What certificates and proxies a machine needs to reach the registry; nothing else of its environment. */
export const network: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(?:NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|https?_proxy|no_proxy|npm_config_(?:cache|registry))$/i.test(name),
  ),
);
