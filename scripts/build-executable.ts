/** Builds one file that needs no Node.js, for this platform: `npm run build:executable [-- FOLDER]`. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundle } from './bundle/bundle.ts';

const tools = createRequire(new URL('../tools/package.json', import.meta.url));
const root = fileURLToPath(new URL('../', import.meta.url));
/** What the program reads below its package, besides its own files. */
export const readByProgram: readonly string[] = [
  'package.json',
  'openapi',
  'scenarios',
  'examples/init',
  'docs/reference/dependences.md',
];

/** Builds the executable into a folder, with the licences of what is in it. Returns its file. */
export async function buildExecutable(folder: string): Promise<string> {
  const parts = mkdtempSync(join(tmpdir(), 'store-orders-sim-executable-'));
  try {
    for (const file of readByProgram) cpSync(`${root}${file}`, join(parts, file), { recursive: true });
    await bundle('image', join(parts, 'dist'));
    copyFileSync(`${root}scripts/image/store-orders-sim.cjs`, join(parts, 'dist/store-orders-sim.cjs'));
    execFileSync(process.execPath, ['-e', 'require("./dist/store-orders-sim.cjs").writeCodeCache()'], {
      cwd: parts,
      env: { SIM_PORT: '0', SIM_CONTROL_PORT: '0', SIM_SCENARIO: 'scenarios/pending.yaml' },
      stdio: 'pipe',
    });
    const main = { entryPoints: [`${root}scripts/executable/main.cjs`], outfile: join(parts, 'main.cjs') };
    await build({ ...main, bundle: true, platform: 'node', logLevel: 'warning' });
    mkdirSync(folder, { recursive: true });
    writeLicences(parts, folder);
    return inject(parts, folder);
  } finally {
    rmSync(parts, { recursive: true });
  }
}

/** Writes our licence, and those of the packages and of Node.js. */
function writeLicences(parts: string, folder: string): void {
  copyFileSync(`${root}LICENSE`, join(folder, 'LICENSE'));
  const packages = readFileSync(join(parts, 'dist/licences.txt'), 'utf8');
  writeFileSync(join(folder, 'licences.txt'), `${packages}\n${readFileSync(licenceOfNode(), 'utf8')}`);
}

/** The licence is beside the `bin` folder of Node.js, or on Windows beside the program. */
function licenceOfNode(): string {
  const folder = dirname(process.execPath);
  const file = [join(folder, '../LICENSE'), join(folder, 'LICENSE')].find((one) => existsSync(one));
  if (file === undefined) throw new Error(`no LICENSE beside ${process.execPath}: use a release of Node.js`);
  return file;
}

function inject(parts: string, folder: string): string {
  const files = globSync('**/*', { cwd: parts, withFileTypes: true }).filter((file) => file.isFile());
  const paths = files.map((file) => join(file.parentPath, file.name).slice(parts.length + 1));
  const config = {
    main: 'main.cjs',
    output: 'blob',
    disableExperimentalSEAWarning: true,
    // A variable that a test runner sets for its own Node.js is no option of this program.
    execArgvExtension: 'none',
    assets: Object.fromEntries(paths.map((path) => [path.replaceAll(sep, '/'), path])),
  };
  writeFileSync(join(parts, 'sea.json'), JSON.stringify(config));
  execFileSync(process.execPath, ['--experimental-sea-config', 'sea.json'], { cwd: parts, stdio: 'pipe' });
  const executable = join(folder, process.platform === 'win32' ? 'store-orders-sim.exe' : 'store-orders-sim');
  copyFileSync(process.execPath, executable);
  chmodSync(executable, 0o755);
  if (process.platform === 'darwin') execFileSync('codesign', ['--remove-signature', executable]);
  execFileSync(
    process.execPath,
    [
      tools.resolve('postject/dist/cli.js'),
      executable,
      'NODE_SEA_BLOB',
      join(parts, 'blob'),
      '--sentinel-fuse',
      'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2',
      ...(process.platform === 'darwin' ? ['--macho-segment-name', 'NODE_SEA'] : []),
    ],
    { stdio: 'pipe' },
  );
  if (process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', executable]);
  return executable;
}

if (import.meta.main) await buildExecutable(resolve(process.argv[2] ?? 'executable'));
