import type { PlannedRequest } from '../../contract/exchange.ts';
import type { RuleId } from '../../contract/rules/rules.ts';
import type { CheckSettings } from '../check-settings.ts';

export type SkipOptions = Pick<CheckSettings, 'pendingIds' | 'shippedIds' | 'raceIds' | 'skip'>;

/** Decides which requests of a check are left out because the user skips every rule that they decide. */
export function createSkippedRequests(options: SkipOptions) {
  const cancelled = new Set<string>();
  return {
    /** Returns why a request is left out; undefined if it is sent. */
    whySkipped(request: PlannedRequest): string | undefined {
      const decided = rulesDecidedBy(request, options, cancelled.has(request.path));
      const skipped = decided.length > 0 && decided.every((rule) => options.skip.includes(rule));
      return skipped ? `left out by \`skip: ${decided.join(',')}\`` : undefined;
    },
    /** Must be called for each request that is sent or planned. */
    onSend(request: PlannedRequest): void {
      if (request.method === 'DELETE' && request.key.kind === 'valid') cancelled.add(request.path);
    },
  };
}

/** Returns whether a check leaves out all of these requests that decide a rule. */
export function areSkipped(
  steps: readonly { readonly request: PlannedRequest }[],
  options: SkipOptions,
): boolean {
  const { whySkipped } = createSkippedRequests(options);
  const deciding = steps.filter(({ request }) => rulesDecidedBy(request, options, false).length > 0);
  return deciding.length > 0 && deciding.every(({ request }) => whySkipped(request) !== undefined);
}

/**
 * Returns the rules for which a request is sent. A plain list decides none, because the safety of other requests rests on
 * it. `again`: the order was cancelled with the key before.
 */
function rulesDecidedBy(
  { operationId, method, path, query, key }: PlannedRequest,
  { pendingIds, shippedIds, raceIds }: SkipOptions,
  again: boolean,
): readonly RuleId[] {
  if (operationId === undefined) return [];
  if (method === 'GET') {
    if (query !== '') return ['R13'];
    if (key.kind === 'valid') return [];
    return [key.kind === 'none' ? 'R14' : 'R15'];
  }
  if (key.kind !== 'valid') return [key.kind === 'none' ? 'R16' : 'R17'];
  const isCancelOf = (id: bigint): boolean => path === `/store/orders/${id}`;
  if (pendingIds.some(isCancelOf)) return again ? ['R29'] : ['R26', 'R27', 'R28', 'R29', 'R32', 'R33', 'R34'];
  if (shippedIds.some(isCancelOf)) return again ? ['R31'] : ['R30', 'R31', 'R32', 'R33'];
  if (raceIds.some(isCancelOf)) return ['R29', 'R35', 'R36', 'R37'];
  return ['R25'];
}
