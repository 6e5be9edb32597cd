import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { atLeast, type Bench, compareInShortRounds, type Row } from './compare.ts';
import { cpuTimes, listing, speeds } from './requests.ts';
import { freePort, main, raw, type ServerCommand, startServer } from './server.ts';

/** Installs the proxy library httpxy and compares with it, in front of the same raw server; the column raw is httpxy here. */
export async function* besideHttpxy({ orders, folder, pace }: Bench): AsyncGenerator<Row> {
  await using upstream = await startServer(raw(await orders(100)));
  const [target, port] = [`${upstream.origin}/v1`, await freePort()];
  await mkdir(join(folder, 'proxies'));
  const write = async (name: string, lines: readonly string[]): Promise<ServerCommand> => {
    const file = join(folder, 'proxies', `${name}.mjs`);
    await writeFile(file, lines.join('\n'));
    return { name, command: [process.execPath, file] };
  };
  const other = await write('httpxy', [
    "import { Agent, createServer } from 'node:http';",
    "import { createProxyServer } from 'httpxy';",
    `const proxy = createProxyServer({ target: '${upstream.origin}', agent: new Agent({ keepAlive: true }) });`,
    'const server = createServer((request, response) => void proxy.web(request, response));',
    "server.listen(0, '127.0.0.1', () => console.log('ready: http://127.0.0.1:' + server.address().port));",
  ]);
  const source = new URL('../src/traffic/proxy/', import.meta.url);
  const forwarding = await write('forwarding', [
    `import { startForwarding } from '${source}forward/forwarding.ts';`,
    `import { readUpstream } from '${source}upstream.ts';`,
    `const options = { host: '127.0.0.1', port: 0, timeoutMs: 30_000, keepBytes: 2 ** 20, onExchange: () => {} };`,
    `const { origin } = await startForwarding({ upstream: readUpstream('${target}'), ...options });`,
    "console.log('ready: ' + origin);",
  ]);
  const judging: ServerCommand = {
    name: 'judging',
    command: [process.execPath, main, 'proxy', target, '--port', `${port}`],
    origin: `http://127.0.0.1:${port}`,
  };
  const packages = { cwd: join(folder, 'proxies') };
  await promisify(execFile)(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefix', '.', 'httpxy@0.5.6'],
    packages,
  );
  for (const [ours, bounds] of [
    [forwarding, { must: atLeast(0.9) }],
    [judging, {}],
  ] as const) {
    const compared = await compareInShortRounds(other, ours, pace, (seconds) => listing(seconds));
    const measure = `proxy ${ours.name}, list of 100, beside httpxy`;
    yield { measure, ratio: compared.speed, ...bounds, ...speeds(compared) };
    yield { measure: `${measure}, CPU`, ratio: compared.cpu, ...cpuTimes(compared) };
  }
}
