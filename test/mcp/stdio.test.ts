import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { observeDeployment } from '../../src/cli/mcp.ts';
import { createMatrixRunner } from '../../src/cli/run-matrix.ts';
import type { ToolCall } from '../../src/mcp/tool.ts';
import { checkDeploymentTool } from '../../src/mcp/tools/check-deployment.ts';
import { runMatrixTool } from '../../src/mcp/tools/run-matrix.ts';
import { clientFolder, expectsCancelled } from '../cli/run-matrix.ts';
import { placed } from '../support/an-environment.ts';
import { controlToken, openTestSimulator, testKey } from '../support/open-test-simulator.ts';
import { main } from '../support/run-program.ts';
import { serveHere } from '../support/serve-here.ts';

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
const env = { PATH, NODE_COMPILE_CACHE };

/** Calls a tool. Returns its output, or its error as a text. */
async function callTool(
  client: Pick<Client, 'callTool'>,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<Readonly<Record<string, unknown>> | string> {
  const result: CallToolResult = await client.callTool({ name, arguments: args });
  const [content] = result.content;
  const text = content?.type === 'text' ? content.text : '';
  if (result.isError === true) return text;
  return JSON.parse(text);
}

test('a client of the SDK tests its code against a running simulator', async () => {
  await using simulator = await openTestSimulator();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, 'mcp', '--control-url', simulator.controlUrl],
    env: { ...env, SIM_CONTROL_TOKEN: controlToken },
    stderr: 'pipe',
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  expect((await client.listTools()).tools).toHaveLength(8);
  const opened = await callTool(client, 'open_environment', { scenario: 'pending' });
  expect(opened).toMatchObject({ scenario: 'pending', orders: { pending: 1 } });
  const { baseUrl, apiKey } = opened as { baseUrl: string; apiKey: string };
  const headers = { Authorization: `Bearer ${apiKey}` };
  expect((await fetch(`${baseUrl}/store/orders`, { headers })).status).toBe(200);
  expect(await callTool(client, 'run_matrix')).toContain('there is no command to run');
  const closed = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  process.kill(transport.pid ?? Number.NaN, 'SIGTERM');
  await closed;
});

const call: ToolCall = { signal: new AbortController().signal, onProgress: () => {} };

test('the matrix runs the command of the user and no other, and reports its progress', async () => {
  const folder = clientFolder(expectsCancelled);
  const command = ['bash', join(folder, 'client.sh')];
  const tool = runMatrixTool(createMatrixRunner(), { command, anyCommand: false });
  const steps: string[] = [];
  const only = { only: 'cancelled-in-list=remove', faults: false };
  const running = tool.run(only, { ...call, onProgress: (step) => steps.push(step) });
  await expect(tool.run(only, call)).rejects.toThrow('a matrix is already running');
  const report = expect.stringMatching(/relies on.*\n(?:.*\n)*.*cancelled-in-list=remove/);
  expect(await running).toMatchObject({ exitCode: 1, report });
  expect(steps.join()).toContain('cancelled-in-list=remove');
  const any = runMatrixTool(createMatrixRunner(), { command, anyCommand: true });
  const other = await any.run({ command: ['bash', '-c', 'echo why; exit 7'] }, call);
  expect(other).toMatchObject({ exitCode: 3, report: expect.stringContaining('why\n') });
});

test('a check of the deployment that the user named sends GET requests with the key of the variable', async () => {
  const methods: string[] = [];
  await using deployment = await openTestSimulator({
    orders: [placed(1n), placed(2n, 'shipped')],
    onRequest: ({ method }) => methods.push(method),
  });
  const tool = (variables: Readonly<Record<string, string>>) =>
    checkDeploymentTool(observeDeployment(deployment.baseUrl, variables));
  const checked = await tool({ STORE_ORDERS_API_KEY: testKey }).run({ showGaps: true }, call);
  expect(checked).toMatchObject({ exitCode: 0, report: expect.stringContaining(deployment.baseUrl) });
  expect(JSON.stringify(checked)).not.toContain(testKey);
  expect(new Set(methods)).toEqual(new Set(['GET']));
  await expect(tool({}).run({}, call)).rejects.toThrow('STORE_ORDERS_API_KEY');
  await expect(tool({}).run({ level: 'cancel' }, call)).rejects.toThrow('unknown key');
});

const message = (id: number, name: string): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {} } })}\n`;

test('the end of stdin ends the server with its own simulator and what the matrix runs; stdout has only messages', async () => {
  const server = createServer();
  await using here = await serveHere(server);
  const flags = ['--scenario', 'pending'];
  // It runs until it is ended, and the test sees its connection close.
  const command = ['bash', '-c', `exec 3<>/dev/tcp/127.0.0.1/${here.port}; cat <&3`];
  const child = spawn(process.execPath, [main, 'mcp', ...flags, '--', ...command], {
    env,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout });
  const spoken: string[] = [];
  lines.on('line', (line) => spoken.push(line));
  child.stdin.write(message(1, 'list_orders'));
  await once(lines, 'line');
  const connected = once(server, 'connection');
  child.stdin.write(message(2, 'run_matrix'));
  const [program] = (await connected) as [Socket];
  program.resume();
  program.on('error', () => {});
  const closed = Promise.all([once(program, 'close'), once(child, 'close')]);
  child.stdin.end();
  const [, [code]] = await closed;
  expect(code).toBe(0);
  for (const line of spoken) expect(JSON.parse(line)).toHaveProperty('jsonrpc');
  const { id, result } = JSON.parse(spoken[0] ?? '');
  const { orders, total } = JSON.parse(result.content[0].text);
  expect([id, orders[0].id, total]).toEqual([1, '48210013', 1]);
});
