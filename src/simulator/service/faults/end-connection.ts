import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Effect } from '../../environment/faults/effect.ts';
import type { ExchangeEnd } from '../../environment/journal/journal-entry.ts';

/** An effect that leaves a client without an answer. */
export type EndingEffect = Extract<Effect, { kind: 'reset' | 'close' | 'garble-answer' }>;

/** The first effect that ends the connection; undefined where none does. */
export function findEnding(effects: readonly Effect[]): EndingEffect | undefined {
  return effects.find(
    (effect) => effect.kind === 'reset' || effect.kind === 'close' || effect.kind === 'garble-answer',
  );
}

/** Ends the connection in place of an answer, once the answers to earlier requests on it are out. */
export async function endConnection(
  response: ServerResponse,
  effect: EndingEffect,
  gone: AbortSignal,
): Promise<ExchangeEnd> {
  if (response.socket === null) await once(response, 'socket', { signal: gone }).catch(() => undefined);
  const { socket } = response.req;
  switch (effect.kind) {
    case 'reset':
      resetConnection(socket);
      return 'reset';
    case 'close':
      socket.destroySoon();
      return 'closed';
    case 'garble-answer':
      socket.write(effect.bytes);
      socket.destroySoon();
      return 'garbled';
  }
}

/** Behind TLS, the socket that can send a RST is the one below, which Node keeps as `_parent`. */
function resetConnection(socket: Socket): void {
  const below: unknown = Reflect.get(socket, '_parent');
  if (isSocket(below)) below.resetAndDestroy();
  else socket.resetAndDestroy();
}

function isSocket(value: unknown): value is Socket {
  return typeof value === 'object' && value !== null && 'resetAndDestroy' in value;
}
