import express from 'express';

/** The smallest Express 5 server: what its start costs without any code of ours. */
const app = express();
app.get('/v1/store/orders', (_request, response) => void response.json([]));
const server = app.listen(0, '127.0.0.1', () =>
  console.log(`ready: http://127.0.0.1:${server.address().port}`),
);
