import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { listOrders } from '../contract/requests.ts';
import { UserError } from '../user-error.ts';
import type { CheckSettings, WantedHandles } from './check-settings.ts';
import { createSender } from './connection/sender.ts';
import { findHandles, findProof, proofHeader } from './control-handles.ts';
import type { NamedOrders } from './named-orders.ts';

/**
 * Names the orders of the handles that a control API has for the target, if the options want that. Two simulators with the
 * same scenario have the same lists, so the target must prove that it is the environment of this control API: its journal
 * shows a list request that only the target received, with the response that the target returned.
 *
 * Throws a UserError if it is another service (exit code 2) or does not respond (3). Returns the settings without orders
 * if the signal ends the check.
 */
export async function nameOrdersByHandle(
  settings: CheckSettings,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<CheckSettings> {
  const { wanted } = settings;
  if (wanted === undefined) return settings;
  await proveTarget(settings, wanted, clock, signal);
  if (signal?.aborted === true) return settings;
  const named = await findOrdersByHandle(settings, wanted);
  if (named.pendingIds.length === 0 && named.shippedIds.length === 0)
    throw new UserError({
      where,
      what: `names no order: environment "${wanted.address.environment}" has no handle pending or shipped`,
      hint: 'name orders with `pendingIds` and `shippedIds`, or use `level: probe`',
    });
  return { ...settings, ...named };
}

/** Returns the orders that the settings name, with those of the handles. Sends nothing to the target. */
export async function findOrdersByHandle(
  { pendingIds, shippedIds }: NamedOrders,
  { address, pending, shipped }: WantedHandles,
): Promise<NamedOrders> {
  const handles = await findHandles(address);
  const idsOf = (handle: string): readonly bigint[] => {
    const id = handles.get(handle);
    return id === undefined ? [] : [id];
  };
  return {
    pendingIds: pending ? idsOf('pending') : pendingIds,
    shippedIds: shipped ? idsOf('shipped') : shippedIds,
  };
}

const where = '`controlUrl`';

async function proveTarget(
  settings: CheckSettings,
  { address }: WantedHandles,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { baseUrl } = settings.target;
  const value = randomUUID();
  const headers = [...settings.headers, [proofHeader, value] as const];
  const send = createSender({ ...settings, headers, baseUrl, signal, now: clock.now });
  const { outcome } = await send(listOrders());
  if (signal?.aborted === true) return;
  if (outcome.kind === 'failed')
    throw new UserError({ where, what: `names no order: no response of ${baseUrl}: ${outcome.message}` }, 3);
  const shown = await findProof(address, value);
  const { controlUrl, environment } = address;
  const hint = 'give the control API of the target, or name orders with `pendingIds` and `shippedIds`';
  if (shown === undefined) {
    const what = `names no order: the journal of environment "${environment}" at ${controlUrl} does not show the list request that ${baseUrl} just received`;
    throw new UserError({ where, what, hint });
  }
  const { status, content } = outcome.response;
  if (shown.answer?.status === status && (shown.answer.body?.length ?? 0) === content.length) return;
  const what = `names no order: ${baseUrl} returned another list than the journal of environment "${environment}" at ${controlUrl} shows for the same request`;
  throw new UserError({ where, what, hint });
}
