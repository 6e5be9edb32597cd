import type { AddressInfo } from 'node:net';
import express from 'express';

/** The least that an Express 5 server can be: what starting one costs without anything of ours. */
const app = express();
app.get('/v1/store/orders', (_request, response) => void response.json([]));
const server = app.listen(0, '127.0.0.1', () =>
  console.log(`ready: http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
