import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../../src/version.ts';
import { runToEnd } from '../../support/run-to-end.ts';

// The runtimes and package managers of these tests, kept for the next run. npm comes with the Node that runs this.
const cache = fileURLToPath(new URL('node_modules/.cache/installed-tools/', packageRoot));

/** Installs a package of the registry once, without its scripts, and returns its folder. Two test files may want the same one at once. */
export async function tool(name: string, version: string): Promise<string> {
  const home = join(cache, `${name}-${version}`.replaceAll('/', '-'));
  const folder = join(home, 'node_modules', name);
  if (existsSync(home)) return folder;
  mkdirSync(cache, { recursive: true });
  const own = mkdtempSync(`${home}.`);
  writeFileSync(join(own, 'package.json'), '{"private":true}');
  const install = 'npm install --no-save --no-audit --ignore-scripts --prefer-offline'.split(' ');
  const { code, stderr } = await runToEnd([...install, `${name}@${version}`], { cwd: own });
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
