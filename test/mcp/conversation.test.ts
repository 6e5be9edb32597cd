import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ControlClient } from '../../src/client/index.ts';
import { serveToolsOverStdio } from '../../src/mcp/mcp-server.ts';
import type { McpTool } from '../../src/mcp/tool.ts';
import { checkDeploymentTool } from '../../src/mcp/tools/check-deployment.ts';
import { runMatrixTool } from '../../src/mcp/tools/run-matrix.ts';
import { simulatorTools } from '../../src/mcp/tools/simulator-tools.ts';
import { version } from '../../src/version.ts';
import {
  controlToken,
  openTestSimulator,
  stagingKey,
  type TestSimulator,
} from '../support/open-test-simulator.ts';
import { createTestClock } from '../support/test-clock.ts';

/**
 * A conversation as it was recorded: `>` a message of the client, `<` the line of the server, `$` a request of the code
 * under test and `=` its status. `vitest run test/mcp/conversation.test.ts --update` records it again.
 */
const file = new URL('conversation.txt', import.meta.url);

test('the server says what it said when the conversation was recorded, byte for byte', async () => {
  await using simulator = await openTestSimulator({
    seed: '7',
    machine: createTestClock(Date.parse('2026-01-20T10:00:00Z')),
  });
  using lines = openLines(allTools(simulator.controlUrl));
  const spoken: string[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const text = line.slice(2);
    if (line.startsWith('$')) spoken.push(line, `= ${await send(simulator, text)}`);
    if (!line.startsWith('>')) continue;
    spoken.push(line);
    lines.send(text);
    if ('id' in JSON.parse(text)) spoken.push(`< ${normal(await lines.next())}`);
  }
  await expect(`${spoken.join('\n')}\n`).toMatchFileSnapshot(file.pathname);
});

async function send({ serviceOrigin }: TestSimulator, line: string): Promise<string> {
  const [method = '', path = ''] = line.split(' ');
  const init = { method, headers: { Authorization: `Bearer ${stagingKey}` } };
  const response = await fetch(serviceOrigin + path, init).catch(() => undefined);
  return `${response?.status ?? 'connection lost'}`;
}

function normal(line: string): string {
  return line.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT').replaceAll(`"${version}"`, '"VERSION"');
}

/** All tools of stdio, which drive the simulator at a control address. */
function allTools(controlUrl: string): readonly McpTool[] {
  const control = new ControlClient({ url: controlUrl, token: controlToken });
  return [
    ...simulatorTools(control),
    runMatrixTool(async () => ({ exitCode: 0, text: '' }), { command: ['npm', 'test'], anyCommand: false }),
    checkDeploymentTool(undefined),
  ];
}

/** Serves tools in lines, as over the pipes of a process. */
function openLines(tools: readonly McpTool[]) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const server = serveToolsOverStdio(tools, { stdin, stdout, secrets: [controlToken], onError: () => {} });
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return {
    send: (line: string) => void stdin.write(`${line}\n`),
    next: async (): Promise<string> => (await lines.next()).value ?? '',
    [Symbol.dispose]: () => void server.close(),
  };
}
