import type { EnvironmentState } from '../environment.ts';
import { refusedGates } from './refused-gates.ts';
import type { SharedEpoch } from './shared-epoch.ts';
import { SharedJournal, type SharedJournalOptions } from './shared-journal.ts';
import type { SharedRequest } from './shared-request.ts';

/** Creates the state that one request reads and changes. */
export function createSharedState(
  epoch: SharedEpoch,
  request: SharedRequest,
  journal: SharedJournalOptions,
): EnvironmentState {
  const { keys, clock, choices, faults } = epoch.parts;
  return {
    number: 0,
    initial: epoch.initial,
    seed: epoch.settings.seed,
    store: epoch.store,
    keys,
    clock,
    choices,
    faults,
    shipping: epoch.shipping,
    listLag: epoch.listLag,
    journal: new SharedJournal(journal, request),
    gates: refusedGates,
    pauses: epoch.pauses,
    counts: request.counts,
    change: async (change) =>
      (await epoch.change(async (parts) => ({ result: await change(parts), ships: [] }))).result,
    cancel: (orderId, lag) => request.cancel(orderId, lag, clock.now()),
    nextMessage: () => request.nextMessage(),
  };
}
