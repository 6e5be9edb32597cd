import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { largestBody, readBody } from '../../../src/http/request-body.ts';

/** Reads 64 MiB of bodies, of which it keeps nothing, and prints the most bytes of buffers at the end of a body. */
const server = createServer(async (request, response) => {
  response.end((await readBody(request, { keep: 8_192 })).kind);
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
const head = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${largestBody}\r\n\r\n`;
const body = Buffer.alloc(largestBody, 'x');
const before = process.memoryUsage().arrayBuffers;
let most = 0;
for (let sent = 0; sent < 64; sent += 1) {
  socket.write(head);
  socket.write(body);
  await once(socket, 'data');
  most = Math.max(most, process.memoryUsage().arrayBuffers - before);
}
socket.destroy();
server.close();
console.log(JSON.stringify({ most }));
