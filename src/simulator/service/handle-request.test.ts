import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { anEnvironment } from '../../../test/support/an-environment.ts';
import { createLocalEnvironments } from '../environment/local-environments.ts';
import { handleRequest, type Service } from './handle-request.ts';

/** A request that no socket has received, and the service that handles it. */
function aRequest(headers: readonly string[], batch: Service['batch'] = () => undefined) {
  const given = { method: 'DELETE', url: '/v1/store/orders/1', httpVersion: '1.1' };
  const req = Object.assign(new IncomingMessage(new Socket()), {
    ...given,
    rawHeaders: ['Host', 'a', ...headers],
  });
  const res = new ServerResponse(req);
  const environments = createLocalEnvironments([anEnvironment()]);
  const ended: unknown[] = [];
  const handled = handleRequest(req, res, {
    environments,
    gapsHeader: false,
    onExchangeEnd: ({ entry }) => void ended.push(entry.status),
    reportFailure: (error) => {
      throw error;
    },
    batch,
  });
  return { req, res, ended, handled, counts: environments.production.state.counts };
}

test('a client that leaves while it sends its body is no exchange, and no failure', async () => {
  const { req, ended, handled, counts } = aRequest(['Content-Length', '9']);
  req.push('half');
  await nextTurn();
  req.destroy();
  await handled;
  expect([ended, counts.requests]).toEqual([[], 0]);
});

test('a response is written when its batch is, and a response without one at once', async () => {
  const batch = Promise.withResolvers<void>();
  const waiting = aRequest([], () => batch.promise);
  const other = aRequest([]);
  await other.handled;
  expect([other.ended, waiting.ended, waiting.res.headersSent]).toEqual([[401], [], false]);
  batch.resolve();
  await waiting.handled;
  expect([waiting.ended, waiting.res.headersSent]).toEqual([[401], true]);
});
