import type { Readable, Writable } from 'node:stream';
import { createSecrets } from '../secrets/secrets.ts';
import { StdioServerTransport, serveStdio } from './mcp-sdk.ts';
import { createMcpServer } from './mcp-server.ts';
import type { McpTool } from './tool.ts';

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
