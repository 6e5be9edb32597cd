import { bearerTokenOf } from '../../environment/authorization.ts';
import type { Effect } from '../../environment/faults/effect.ts';
import type { AskedAt } from '../../environment/faults/fault-form.ts';
import type { FaultSubject } from '../../environment/faults/faults.ts';
import type { ExchangeEnd } from '../../environment/journal/journal-entry.ts';
import { readOrderId } from '../../orders/order-id.ts';
import { answer } from '../answer.ts';
import type { Exchange } from '../exchange.ts';
import { goneSignal } from '../gone-signal.ts';
import { endOfWriting, recordResponse } from '../journal-exchange.ts';
import type { ServiceResponse } from '../service-response.ts';
import { writeResponse } from '../write-response.ts';
import { endConnection, findEnding } from './end-connection.ts';
import { faultResponse } from './fault-response.ts';
import { writeDisturbed } from './write-disturbed.ts';

/** What a moment of faults left: an answer to go on with, or the end of the exchange. */
type Passed =
  | { readonly kind: 'on'; readonly reply: ServiceResponse | undefined }
  | { readonly kind: 'over'; readonly end: ExchangeEnd };

/**
 * Choices a request in an environment that has faults: before the commit, after it, and when the answer is written.
 * A client that goes away while its request waits before the commit leaves the order as it was.
 */
export async function disturbedExchange(
  exchange: Exchange,
  extraHeaders: (exchange: Exchange) => readonly string[],
): Promise<ExchangeEnd> {
  const gone = goneSignal(exchange.response);
  const before = await passMoment(exchange, 'before-commit', gone);
  if (before.kind === 'over') return before.end;
  const own = before.reply ?? (await answer(exchange));
  if (own === undefined) return 'client-gone';
  const after =
    exchange.entry.cancel === 'cancelled' ? await passMoment(exchange, 'after-commit', gone) : before;
  if (after.kind === 'over') return after.end;
  return write(exchange, after.reply ?? own, extraHeaders(exchange), gone);
}

async function passMoment(exchange: Exchange, moment: AskedAt, gone: AbortSignal): Promise<Passed> {
  const effects = fire(exchange, moment);
  for (const effect of effects) {
    if (effect.kind === 'wait') await exchange.state.pauses.pause(effect.ms, gone);
    if (effect.kind === 'stale-list') exchange.staleList = effect.list;
  }
  if (gone.aborted) return { kind: 'over', end: 'client-gone' };
  const ending = findEnding(effects);
  if (ending !== undefined)
    return { kind: 'over', end: await endConnection(exchange.response, ending, gone) };
  return { kind: 'on', reply: faultResponse(exchange, effects) };
}

function fire({ state, entry, head }: Exchange, moment: AskedAt): readonly Effect[] {
  const reading = readOrderId(entry.orderIdText);
  const subject: FaultSubject = {
    operation: entry.operation,
    orderId: reading.kind === 'order-id' ? reading.id : undefined,
    keyId: () => {
      const token = bearerTokenOf(head.authorizations);
      return token === undefined ? undefined : state.keys.idOf(token);
    },
  };
  const fired = state.faults.fire(moment, subject);
  if (fired.length > 0) entry.faults = [...entry.faults, ...fired];
  return fired.map(({ effect }) => effect);
}

async function write(
  exchange: Exchange,
  reply: ServiceResponse,
  extraHeaders: readonly string[],
  gone: AbortSignal,
): Promise<ExchangeEnd> {
  const { response, request, entry, state } = exchange;
  recordResponse(entry, reply, extraHeaders);
  const hasBody = entry.responseLength > 0 && request.method !== 'HEAD';
  const effects = hasBody ? fire(exchange, 'answer') : [];
  if (effects.length > 0) {
    const pause = (ms: number): Promise<void> => state.pauses.pause(ms, gone);
    return writeDisturbed({ response, reply, extraHeaders, effects, pause, gone });
  }
  await writeResponse(response, reply, extraHeaders);
  return endOfWriting(response);
}
