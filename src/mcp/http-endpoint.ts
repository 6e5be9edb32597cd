import { ControlClient } from '../client/control-client.ts';
import { createSecrets } from '../secrets/secrets.ts';
import type { McpMessage, ServeMcp } from '../simulator/control-api/mcp-message.ts';
import { createMcpHandler } from './mcp-sdk.ts';
import { createMcpServer } from './mcp-server.ts';
import { simulatorTools } from './tools/simulator-tools.ts';

/** What a client of the protocol accepts. A client that accepts anything, such as curl or axios, accepts it too. */
const everyType = 'application/json, text/event-stream';

function acceptsAnything(accept: string): boolean {
  return accept.split(',').some((range) => range.trim().startsWith('*/*'));
}

/**
 * Handles one message over Streamable HTTP, without a session: nothing is kept between two requests, so that any replica
 * can respond. The response is whole; no stream stays open.
 */
export async function handleMcpRequest({
  text,
  headers,
  signal,
  fetch,
  secrets,
}: McpMessage): ReturnType<ServeMcp> {
  // `fetch` needs neither an address nor the token.
  const control = new ControlClient({ url: 'http://control.invalid', token: '', fetch });
  const handler = createMcpHandler(() => createMcpServer(simulatorTools(control)), {
    maxSubscriptions: 0,
    keepAliveMs: 0,
  });
  try {
    const { accept = '*/*' } = headers;
    const request = new Request('http://control.invalid/mcp', {
      method: 'POST',
      headers: { ...headers, accept: acceptsAnything(accept) ? everyType : accept },
      body: text,
      signal,
    });
    const response = await handler.fetch(request);
    const body = createSecrets(secrets).hide(await response.text());
    return { status: response.status, type: response.headers.get('content-type') ?? '', text: body };
  } finally {
    await handler.close();
  }
}
