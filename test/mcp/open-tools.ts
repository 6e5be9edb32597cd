import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { ControlClient } from '../../src/client/index.ts';
import { serveToolsOverStdio } from '../../src/mcp/mcp-server.ts';
import type { McpTool } from '../../src/mcp/tool.ts';
import { checkDeploymentTool } from '../../src/mcp/tools/check-deployment.ts';
import { runMatrixTool } from '../../src/mcp/tools/run-matrix.ts';
import { simulatorTools } from '../../src/mcp/tools/simulator-tools.ts';
import { controlToken } from '../support/open-test-simulator.ts';

/** All tools of stdio, which drive the simulator at a control address. */
export function allTools(controlUrl: string): readonly McpTool[] {
  const control = new ControlClient({ url: controlUrl, token: controlToken });
  return [
    ...simulatorTools(control),
    runMatrixTool(async () => ({ exitCode: 0, text: '' }), { command: ['npm', 'test'], anyCommand: false }),
    checkDeploymentTool(undefined),
  ];
}

/** Serves tools in lines, as over the pipes of a process. */
export function openLines(tools: readonly McpTool[]) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const server = serveToolsOverStdio(tools, { stdin, stdout, secrets: [controlToken], onError: () => {} });
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return {
    send: (line: string) => void stdin.write(`${line}\n`),
    next: async (): Promise<string> => (await lines.next()).value ?? '',
    [Symbol.dispose]: () => void server.close(),
  };
}

/** Calls a tool. Returns its output, or its error as a text. */
export async function callTool(
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
