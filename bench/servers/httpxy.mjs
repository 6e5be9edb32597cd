import { Agent, createServer } from 'node:http';
import { createProxyServer } from 'httpxy';

/** `httpxy.mjs UPSTREAM`: a proxy of httpxy, which keeps its connections to UPSTREAM. It listens on a free port. */
const [target] = process.argv.slice(2);
const proxy = createProxyServer({ target, agent: new Agent({ keepAlive: true }) });
proxy.on('error', (_error, _request, response) => response.destroy());
const server = createServer((request, response) => void proxy.web(request, response));
server.listen(0, '127.0.0.1', () => console.log(`ready: http://127.0.0.1:${server.address().port}`));
