import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { clientGone } from './client-connection.ts';

function aResponse(destroyed: boolean, socketDestroyed: boolean): ServerResponse {
  const req = { socket: { destroyed: socketDestroyed } };
  return Object.assign(new EventEmitter(), { destroyed, req }) as unknown as ServerResponse;
}

test('aborts when the response ends', () => {
  const res = aResponse(false, false);
  const signal = clientGone(res);
  expect(clientGone(res)).toBe(signal);
  expect(res.listenerCount('close')).toBe(1);
  expect(signal.aborted).toBe(false);
  res.emit('close');
  expect(signal.aborted).toBe(true);
});
