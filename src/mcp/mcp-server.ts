import type { Readable, Writable } from 'node:stream';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { createSecrets } from '../secrets/secrets.ts';
import { version } from '../version.ts';
import { McpServer, StdioServerTransport, serveStdio } from './mcp-sdk.ts';
import { errorText, type McpTool, type ToolCall } from './tool.ts';

/** The streams of a server over stdio, and what it hides. */
export type StdioOptions = {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Texts that no message contains. */
  readonly secrets: readonly string[];
  /** Called for errors outside of a call, such as a line that is not JSON. */
  readonly onError: (error: Error) => void;
};

/** Serves tools over stdio: one message on each line. Returns what ends it, and the calls that run. */
export function serveToolsOverStdio(
  tools: readonly McpTool[],
  { stdin, stdout, secrets, onError }: StdioOptions,
): { close(): Promise<void> } {
  const { hideIn } = createSecrets(secrets);
  class RedactingTransport extends StdioServerTransport {
    override send(message: Parameters<StdioServerTransport['send']>[0]): Promise<void> {
      return super.send(hideIn(message));
    }
  }
  const transport = new RedactingTransport(stdin, stdout);
  return serveStdio(() => createMcpServer(tools), { transport, onerror: onError, maxSubscriptions: 0 });
}

const instructions = [
  'A simulator of the Store Orders Service, to test code that calls it.',
  'Open an environment, point the code at its baseUrl with its apiKey, run it, then verify what it did and explain what failed.',
  'Order ids are int64: always pass them as strings.',
  'No tool cancels orders of a real deployment.',
].join(' ');

/** Creates a server of the Model Context Protocol with some tools. An error of a tool is a result with words. */
function createMcpServer(tools: readonly McpTool[]): McpServer {
  const server = new McpServer(
    { name: 'store-orders-sim', version },
    { capabilities: { tools: { listChanged: false } }, instructions, jsonSchemaValidator: noValidator },
  );
  for (const { name, input, run, ...words } of tools) {
    const { title, description, annotations } = words;
    const config = {
      title,
      description: description.replaceAll('\n', ' '),
      annotations: { ...annotations },
      inputSchema: unchecked(input),
    };
    server.registerTool(name, config, async (args: unknown, context) => {
      try {
        const output = await run(args, callOf(context));
        return { content: [{ type: 'text', text: JSON.stringify(output, bigintAsText) }] };
      } catch (error) {
        return { content: [{ type: 'text', text: errorText(error) }], isError: true };
      }
    });
  }
  return server;
}

/** Most readers of JSON round a large integer. */
function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}` : value;
}

/** Only what a server asks of a user is validated by JSON Schema, and this server asks nothing. */
const noValidator = {
  getValidator: () => () => {
    throw new Error('this server validates nothing by JSON Schema');
  },
};

/** A schema as the SDK lists it. The tool checks its arguments itself, in words that name the place and a remedy. */
function unchecked(schema: z.ZodObject) {
  const validate = (value: unknown) => ({ value });
  return { '~standard': { ...schema['~standard'], validate } };
}

function callOf({ mcpReq }: ServerContext): ToolCall {
  const progressToken = mcpReq._meta?.progressToken;
  let progress = 0;
  return {
    signal: mcpReq.signal,
    onProgress: (message) => {
      if (progressToken === undefined) return;
      progress += 1;
      const params = { progressToken, progress, message };
      // The client may be gone, which the signal shows.
      void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    },
  };
}
