import { createServer } from 'node:http';

/**
 * `forward.mjs PACKAGE UPSTREAM`: a proxy of a Node package, httpxy or http-proxy-3, that keeps its connections to UPSTREAM.
 * It listens on a free port.
 */
const [name = 'httpxy', target] = process.argv.slice(2);
const { Agent } = await import('node:http');
const { createProxyServer } = await import(name);
const proxy = createProxyServer({ target, agent: new Agent({ keepAlive: true }) });
proxy.on('error', (_error, _request, response) => response.destroy());
const server = createServer((request, response) => void proxy.web(request, response));
server.listen(0, '127.0.0.1', () => console.log(`ready: http://127.0.0.1:${server.address().port}`));
