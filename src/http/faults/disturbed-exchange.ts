import { readOrderId } from '../../orders/order-id.ts';
import type { Effect } from '../../simulation/faults/effect.ts';
import type { AskedAt } from '../../simulation/faults/fault-form.ts';
import type { FaultSubject } from '../../simulation/faults/faults.ts';
import type { ExchangeEnd } from '../../simulation/journal/journal-entry.ts';
import { answer } from '../answer.ts';
import { bearerTokenOf } from '../authorization.ts';
import type { Exchange } from '../exchange.ts';
import { goneSignal } from '../gone-signal.ts';
import { endOfWriting, keepReply } from '../journal-exchange.ts';
import type { Reply } from '../reply.ts';
import { writeReply } from '../write-reply.ts';
import { endConnection, findEnding } from './end-connection.ts';
import { faultReply } from './fault-reply.ts';
import { writeDisturbed } from './write-disturbed.ts';

/** What a moment of faults left: an answer to go on with, or the end of the exchange. */
type Passed =
  | { readonly kind: 'on'; readonly reply: Reply | undefined }
  | { readonly kind: 'over'; readonly end: ExchangeEnd };

/**
 * Answers a request in an environment that has faults: before the commit, after it, and when the answer is written.
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
  return { kind: 'on', reply: faultReply(exchange, effects) };
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
  reply: Reply,
  extraHeaders: readonly string[],
  gone: AbortSignal,
): Promise<ExchangeEnd> {
  const { response, request, entry, state } = exchange;
  keepReply(entry, reply, extraHeaders);
  const hasBody = entry.answerLength > 0 && request.method !== 'HEAD';
  const effects = hasBody ? fire(exchange, 'answer') : [];
  if (effects.length > 0) {
    const pause = (ms: number): Promise<void> => state.pauses.pause(ms, gone);
    return writeDisturbed({ response, reply, extraHeaders, effects, pause, gone });
  }
  await writeReply(response, reply, extraHeaders);
  return endOfWriting(response);
}
