import type { CheckOptions } from '../../check/check-options.ts';
import { readCheckOptions } from '../../check/check-settings.ts';
import { createSender } from '../../check/connection/sender.ts';
import { whyUnreachable } from '../../check/incomplete.ts';
import { machineClock } from '../../clock.ts';
import type { ReceivedResponse } from '../../contract/exchange.ts';
import { listOrders } from '../../contract/requests.ts';
import { UserError } from '../../user-error.ts';

/**
 * Requests the list of a deployment, once and with the key, and returns its bytes. Sends nothing else. Throws a UserError
 * for invalid options, and one with exit code 3 if no list arrives.
 */
export async function captureList(options: CheckOptions, signal?: AbortSignal): Promise<Buffer> {
  const settings = readCheckOptions(options);
  const { target } = settings;
  const send = createSender({ ...settings, signal, now: machineClock.now });
  const exchange = await send(listOrders());
  const { outcome } = exchange;
  const list = `${target.baseUrl}/store/orders`;
  if (outcome.kind === 'failed') {
    const why = whyUnreachable(target, [exchange])?.message;
    throw noList(why ?? `${list} sent no list: ${outcome.message}`);
  }
  const { status, body, faults } = outcome.response;
  if (status !== 200) throw noList(`${list} responds with ${status}: ${reasonOf(outcome.response)}`);
  if (body === undefined) throw noList(`${list} sent a damaged list: ${faults.join('; ')}`);
  return body;
}

export function noList(what: string): UserError {
  return new UserError({ what: what.replace(/\.$/, '') }, 3);
}

function reasonOf({ status }: ReceivedResponse): string {
  if (status === 401) return 'it does not accept the API key';
  return 'check the base address, which ends in /v1, and whether the service is available';
}
