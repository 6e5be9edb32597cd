import type { ForwardedContent, ProxiedExchange } from '../../proxied-exchange.ts';

/**
 * Copies the contents of an exchange into memory of their own, which another thread can have: a Buffer may be a part of a
 * larger one, which would be sent as a whole. Returns what to transfer.
 */
export function sendExchange(exchange: ProxiedExchange): readonly [ProxiedExchange, ArrayBuffer[]] {
  const transfer: ArrayBuffer[] = [];
  const own = <Message extends { readonly content: ForwardedContent }>(message: Message): Message => {
    const { kept, ...content } = message.content;
    const copy = kept && Buffer.from(new Uint8Array(kept).buffer);
    if (copy !== undefined) transfer.push(copy.buffer);
    return { ...message, content: { ...content, kept: copy } };
  };
  const { request, outcome } = exchange;
  const sent = outcome.kind === 'responded' ? { ...outcome, response: own(outcome.response) } : outcome;
  return [{ ...exchange, request: own(request), outcome: sent }, transfer];
}

/** Restores the Buffers of a value that another thread sent: they arrive as Uint8Arrays. */
export function withBuffers<Value>(value: Value): Value {
  return restored(value) as Value;
}

function restored(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value)) return value.map(restored);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, content]) => [name, restored(content)]));
}
