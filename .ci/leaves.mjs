// Shows that a leaf of the project can be deleted: `node .ci/leaves.mjs`. In a copy without the folder of the leaf, its command and
// its entries, the types of `src/` hold and `serve` passes its tests.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For each leaf, what goes with its folder: other leaves, commands, an entry, files of src/cli/, and the lines with a text. */
const leaves = {
  console: {},
  mcp: { commands: ['mcp'], also: ['run-matrix.ts'] },
  testcontainers: { entry: './testcontainers' },
  matrix: { commands: ['matrix', 'mcp'], also: ['matrix-flags.ts', 'run-matrix.ts'] },
  traffic: {
    commands: ['proxy', 'capture'],
    also: ['proxy-flags.ts', 'check-recording.ts'],
    lines: { 'src/check/index.ts': 'checkHar }', 'src/cli/check.ts': 'checkRecording' },
  },
  check: {
    leaves: ['traffic', 'matrix', 'mcp', 'testcontainers'],
    commands: ['check', 'proxy', 'capture', 'matrix', 'mcp'],
    also: [
      ...['check-recording.ts', 'profile-flags.ts'],
      ...['proxy-flags.ts', 'read-check-flags.ts', 'report-files.ts'],
      ...['matrix-flags.ts', 'run-matrix.ts'],
    ],
  },
};

const listed = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).stdout.split('\0').filter(Boolean);

function copyWithout(leaf, { leaves: others = [], commands = [], entry, also = [], lines = {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'leaf-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const files = [...commands.map((name) => `${name}.ts`), ...also];
  const gone = [
    ...[leaf, ...others].map((name) => `src/${name}/`),
    ...files.map((file) => `src/cli/${file}`),
  ];
  for (const path of listed) if (!gone.some((one) => path.startsWith(one))) cpSync(path, join(folder, path));
  for (const path of ['node_modules', 'tools/node_modules'])
    symlinkSync(join(process.cwd(), path), join(folder, path));
  for (const command of commands)
    edit(join(folder, 'src/cli/program.ts'), (text) =>
      text.replace(new RegExp(`^  ${command}: \\{\\n.*?^  \\},\\n`, 'ms'), ''),
    );
  for (const [file, part] of Object.entries(lines))
    edit(join(folder, file), (text) =>
      text
        .split('\n')
        .filter((line) => !line.includes(part))
        .join('\n'),
    );
  edit(join(folder, 'package.json'), (text) => {
    const { exports, ...rest } = JSON.parse(text);
    delete exports[entry];
    return JSON.stringify({ ...rest, exports });
  });
  return folder;
}

function edit(file, change) {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

for (const [leaf, parts] of Object.entries(leaves)) {
  const cwd = copyWithout(leaf, parts);
  const types = [
    'node_modules/typescript/bin/tsc',
    '-p',
    'tsconfig.build.json',
    '--noEmit',
    '--emitDeclarationOnly',
    'false',
  ];
  const tests = ['.ci/test.mjs', 'integration', 'test/cli/serve'];
  for (const args of [types, tests]) {
    const { status, stdout } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
    if (status === 0) continue;
    console.error(`without ${leaf}, ${args[0]} fails:\n${stdout}`);
    process.exit(1);
  }
  console.log(`${leaf} can be deleted`);
}
