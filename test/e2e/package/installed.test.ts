import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../../src/version.ts';
import { newFolder } from '../../support/new-folder.ts';
import { runProgram, startProgram } from '../../support/run-program.ts';

// The package as a user installs it, without a network: what `npm pack` makes of dist/, in a project of its own.
const root = fileURLToPath(packageRoot);
const app = newFolder();
const main = join(app, 'node_modules/store-orders-sim/dist/cli/main.cjs');

beforeAll(async () => {
  write('package.json', '{"type":"module"}');
  const npm = (args: readonly string[], cwd: string) => promisify(execFile)('npm', args, { cwd });
  const { stdout } = await npm(['pack', '--json', '--pack-destination', app], root);
  const [{ filename }] = JSON.parse(stdout);
  await npm(['install', '--offline', '--no-audit', join(app, filename)], app);
  // What users of TypeScript and of Testcontainers have beside it.
  for (const name of ['@types/node', 'testcontainers']) {
    const place = join(app, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(`${root}node_modules/${name}`, place);
  }
});

function write(name: string, text: string): string {
  const file = join(app, name);
  writeFileSync(file, text);
  return file;
}

const inApp = (command: readonly string[]) => promisify(execFile)(process.execPath, command, { cwd: app });

async function startServe(...flags: readonly string[]) {
  const ports = ['--port', '0', '--control-port', '0'];
  const program = startProgram(main, ['serve', '--scenario', 'pending', ...ports, ...flags]);
  const [ready] = await program.said(/ready: (\S+) .*, (\S+) \(control\)/g);
  return { program, baseUrl: ready?.[1] ?? '', controlUrl: ready?.[2] ?? '' };
}

/** The status of the list, asked by a client that trusts one CA. */
function statusOf(baseUrl: string, ca: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: 'Bearer test-api-key' };
    request(`${baseUrl}/store/orders`, { ca, headers, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end();
  });
}

test('serves with a self-signed certificate, metrics and a log', async () => {
  const caFile = join(app, 'ca.pem');
  const { program, baseUrl, controlUrl } = await startServe(
    ...['--tls', 'self-signed', '--tls-ca-file', caFile, '--control-token', 'token-of-the-test'],
  );
  expect(await statusOf(baseUrl, readFileSync(caFile, 'utf8'))).toBe(200);
  const metrics = await (
    await fetch(`${controlUrl}/metrics`, { headers: { Authorization: 'Bearer token-of-the-test' } })
  ).text();
  expect(metrics).toMatch(/^store_orders_sim_requests_total\{operation="listOrders",status="200"\} 1$/m);
  expect(metrics).toMatch(/^process_cpu_seconds_total /m);
  program.child.kill('SIGTERM');
  const { code, stderr } = await program.ended;
  expect(code).toBe(0);
  const messages = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg);
  expect(messages).toEqual(['ready', 'request completed', 'stopping', 'stopped']);
});

test('serves the console, whose page loads each of its files and runs nothing inline', async () => {
  const { program, controlUrl } = await startServe('--control-token', 'token-of-the-test');
  const page = await (await fetch(controlUrl, { headers: { Accept: 'text/html' } })).text();
  expect(page).not.toMatch(/<script>|<style|style=|\son\w+=|https?:/);
  const files = [...page.matchAll(/(?:src|href)="(console\/[^"]+)"/g)].map(([, file]) => file);
  const types = files.map(async (file) => (await fetch(`${controlUrl}/${file}`)).headers.get('Content-Type'));
  expect((await Promise.all(types)).sort()).toEqual([
    'image/svg+xml',
    'text/css; charset=utf-8',
    'text/javascript; charset=utf-8',
  ]);
  program.child.kill('SIGTERM');
  expect((await program.ended).code).toBe(0);
});

test('a browser loads at most 40 KiB for the console', () => {
  const folder = join(app, 'node_modules/store-orders-sim/dist/console');
  const sent = readdirSync(folder).filter((name) => name !== 'manifest.json');
  const sizes = sent.map((name) => gzipSync(readFileSync(join(folder, name))).length);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(40 * 1024);
});

test('checks a target', async () => {
  const { baseUrl } = await startServe();
  const checked = await runProgram(main, ['check', baseUrl, '--api-key', 'test-api-key']);
  expect(checked.code).toBe(0);
  // On a slow machine, stderr shows the progress.
  expect(checked.stderr).not.toMatch(/error|warning/i);
});

test('each entry loads and works', async () => {
  const consumer = write(
    'consumer.js',
    `import { startSimulator, UserError } from 'store-orders-sim';
import { checkContract } from 'store-orders-sim/check';
import { ControlApiError, ControlClient } from 'store-orders-sim/client';
import { StoreOrdersContainer } from 'store-orders-sim/testcontainers';

await using simulator = await startSimulator({ scenario: 'pending' });
const control = new ControlClient({ url: simulator.controlUrl, token: simulator.controlToken });
await using environment = await control.createEnvironment({ scenario: 'shipped' });
const orders = Array.from({ length: 4_000 }, (_, id) => ({ id }));
await using large = await control.createEnvironment({ scenario: { orders } });
const { pending } = (await large.show()).orders;
const report = await checkContract({ url: simulator.baseUrl, apiKey: 'test-api-key' });
const refused = await startSimulator({ scenario: 'no-such' }).catch((error) => error instanceof UserError);
const unknown = await control.environment('no-such').orders.list().catch((error) => error instanceof ControlApiError);
const same = simulator.control instanceof ControlClient;
console.log(JSON.stringify([report.exitCode, report.findings.length, refused, unknown, same, typeof StoreOrdersContainer, pending]));
`,
  );
  const { stdout } = await inApp([consumer]);
  expect(JSON.parse(stdout)).toEqual([0, 0, true, true, true, 'function', 4_000]);
});

test('import and require() give the same classes and functions', async () => {
  const consumer = write(
    'both.js',
    `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
for (const entry of ['', '/check', '/client', '/testcontainers']) {
  const [imported, required] = [await import('store-orders-sim' + entry), require('store-orders-sim' + entry)];
  const names = Object.keys(required);
  console.log(names.length > 0 && names.every((name) => imported[name] === required[name]));
}
`,
  );
  expect((await inApp([consumer])).stdout).toBe('true\n'.repeat(4));
});

test.each(['consumer.ts', 'consumer.cts'])(
  '%s compiles in a strict project that checks the declarations of packages too',
  async (file) => {
    write(
      file,
      `import { startSimulator, type Simulator, UserError, type GapKey } from 'store-orders-sim';
import { checkContract, type Report, rules } from 'store-orders-sim/check';
import { ControlClient, type EnvironmentClient } from 'store-orders-sim/client';

export const key: GapKey = 'conflict-body';
export async function use(simulator: Simulator): Promise<Report> {
  const environment: EnvironmentClient = new ControlClient({ url: '', token: '' }).environment('production');
  await environment.orders.list();
  return checkContract({ url: simulator.baseUrl, apiKey: 'k' });
}
export const started: Promise<Simulator> = startSimulator({ scenario: 'pending', gaps: { [key]: 'error' } });
export const all = [UserError, rules];
// @ts-expect-error: there is no such option
void startSimulator({ scenery: 'pending' });
`,
    );
    const options = {
      strict: true,
      module: 'nodenext',
      target: 'es2024',
      lib: ['es2024', 'esnext.disposable'],
    };
    const compilerOptions = { ...options, types: ['node'], noEmit: true, skipLibCheck: false };
    write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }));
    const compiled = await inApp([`${root}node_modules/typescript/bin/tsc`]).catch(
      (error: { stdout: string }) => error,
    );
    expect(compiled.stdout).toBe('');
  },
);
