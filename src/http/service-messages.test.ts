import { Socket } from 'node:net';
import express, { type Request, type Response } from 'express';
import { expect, test } from 'vitest';
import { messagesOf } from './service-messages.ts';

function makeMessages() {
  const app = express();
  const { IncomingMessage, ServerResponse } = messagesOf(app);
  if (IncomingMessage === undefined || ServerResponse === undefined) throw new Error('a class is missing');
  const request = new IncomingMessage(new Socket());
  request.method = 'GET';
  request.url = '/';
  return { app, request, response: new ServerResponse(request) };
}

test('Express finds messages as it would make them, and leaves them so', async () => {
  const { app, request, response } = makeMessages();
  const before = [Object.getPrototypeOf(request), Object.getPrototypeOf(response)];

  await new Promise<void>((resolve) => {
    app.use(() => resolve());
    app(request as Request, response as Response);
  });

  expect([Object.getPrototypeOf(request), Object.getPrototypeOf(response)]).toEqual(before);
  expect(Object.getPrototypeOf(request)).toBe(app.request);
  expect(Object.getPrototypeOf(response)).toBe(app.response);
});

test('messages have what Express gives them', () => {
  const { app, request, response } = makeMessages();
  expect(request).toMatchObject({ app, accepts: expect.any(Function) });
  expect(response).toMatchObject({ app, json: expect.any(Function) });
});

test('messages of one app are not those of another', () => {
  expect(Object.getPrototypeOf(makeMessages().request)).not.toBe(
    Object.getPrototypeOf(makeMessages().request),
  );
});
