import type { Clock } from '../clock.ts';
import { type Exchange, type FailureReason, unavailableResponse } from '../contract/exchange.ts';
import { listOrders } from '../contract/requests.ts';
import type { CheckSettings } from './check-settings.ts';
import { createSender } from './connection/sender.ts';
import type { DrawId } from './probes/target.ts';

export type CheckContext = {
  readonly signal?: AbortSignal | undefined;
  /** Called for each exchange after it was judged. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Called when the target does not respond yet and `waitSeconds` allows another attempt. */
  readonly onWait?: ((why: string) => unknown) | undefined;
  readonly clock?: Clock | undefined;
  readonly drawId?: DrawId | undefined;
};

const waitStepMs = 500;
/** Failures that waiting does not change. */
const lasting: readonly FailureReason[] = ['tls', 'not-http'];

/** Requests the list until the service responds or the time is over. Does not judge the response. */
export async function waitForTarget(
  settings: CheckSettings,
  clock: Clock,
  { signal, onWait }: CheckContext,
): Promise<void> {
  const until = clock.now() + settings.waitSeconds * 1000;
  const send = createSender({ ...settings, signal, now: clock.now });
  while (clock.now() < until && signal?.aborted !== true) {
    const exchange = await send(listOrders());
    const response = unavailableResponse(exchange);
    const { outcome } = exchange;
    if (outcome.kind === 'responded' ? response === undefined : lasting.includes(outcome.reason)) return;
    onWait?.(outcome.kind === 'failed' ? outcome.message : `it responds with ${response?.status}`);
    await clock.sleep(waitStepMs, signal);
  }
}
