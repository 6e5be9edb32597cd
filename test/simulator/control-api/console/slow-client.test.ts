import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { streamEvents } from '../../../../src/simulator/control-api/console/event-routes.ts';
import {
  type EventListener,
  type Events,
  eventText,
} from '../../../../src/simulator/control-api/console/events.ts';
import { newFolder } from '../../../support/new-folder.ts';

test('a client that does not read misses messages, and is told how many when it reads again', async () => {
  const listeners = new Set<EventListener>();
  const events: Events = {
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    listeners: 1,
  };
  const ended = new AbortController();
  const server = createServer((_request, response) =>
    streamEvents(response, events, undefined, ended.signal),
  );
  // A socket of a file has small buffers.
  const folder = newFolder();
  server.listen(join(folder, 'socket'));
  await once(server, 'listening');
  const send = (text: string) => {
    const message = { environment: undefined, text: Buffer.from(eventText('exchanges', text)) };
    for (const listener of listeners) listener.message(message);
  };

  const client = connect(join(folder, 'socket'));
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await once(client, 'readable');
  let text = String(client.read());
  // More than the buffers of both sockets hold.
  for (let count = 0; count < 40; count++) send('x'.repeat(64 * 1024));
  client.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  const read = (what: RegExp) =>
    new Promise<RegExpExecArray>((resolve) => {
      const look = () => {
        const found = what.exec(text);
        if (found !== null) client.off('data', look);
        if (found !== null) resolve(found);
      };
      client.on('data', look);
      look();
    });
  const got = () => [...text.matchAll(/^event: exchanges$/gm)].length;
  // The last message that was written arrives whole, and nothing after it.
  await read(/"\n\n\r\n$/);
  for (const listener of listeners) listener.beat();
  const [, dropped] = await read(/event: dropped\ndata: \{"count":(\d+)\}/);
  expect([Number(dropped) > 0, got() + Number(dropped)]).toEqual([true, 40]);
  send('again');
  await read(/again/);
  ended.abort();
  await once(client, 'end');
  expect(listeners.size).toBe(0);
  client.destroy();
  server.close();
});
