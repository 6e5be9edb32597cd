/** What the Model Context Protocol needs of its SDK. The bundle loads it from a file of its own. */
export { McpServer } from '@modelcontextprotocol/server';
export { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
