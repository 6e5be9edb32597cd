import type { ServeMcp } from './control-api/mcp-message.ts';

/** Handles a message of the Model Context Protocol. Loads its SDK only now, so that `serve` starts without it. */
export const serveMcp: ServeMcp = async (message) => {
  const { handleMcpRequest } = await import('../mcp/http-endpoint.ts');
  return handleMcpRequest(message);
};
