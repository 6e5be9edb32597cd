import type { PlannedRequest } from '../../contract/exchange.ts';
import type { RuleId } from '../../contract/rules/rule-ids.ts';
import type { CheckSettings } from '../check-settings.ts';

export type SkipOptions = Pick<CheckSettings, 'pendingIds' | 'shippedIds' | 'raceIds' | 'skip'>;

/** Returns why a request is left out: the user skips every rule that it decides. Undefined if it is sent. */
export function whySkipped(request: PlannedRequest, options: SkipOptions): string | undefined {
  const decided = rulesDecidedBy(request, options);
  const skipped = decided.length > 0 && decided.every((rule) => options.skip.includes(rule));
  return skipped ? `left out by --skip ${decided.join(',')}` : undefined;
}

/** Returns the rules for which a request is sent. A plain list decides none: the safety of other requests rests on it. */
function rulesDecidedBy(
  { operationId, method, path, query, key }: PlannedRequest,
  { pendingIds, shippedIds, raceIds }: SkipOptions,
): readonly RuleId[] {
  if (operationId === undefined) return [];
  if (method === 'GET') {
    if (query !== '') return ['R13'];
    if (key.kind === 'valid') return [];
    return [key.kind === 'none' ? 'R14' : 'R15'];
  }
  if (key.kind !== 'valid') return [key.kind === 'none' ? 'R16' : 'R17'];
  const isCancelOf = (id: bigint): boolean => path === `/store/orders/${id}`;
  if (pendingIds.some(isCancelOf)) return ['R26', 'R27', 'R28', 'R29', 'R32', 'R33', 'R34'];
  if (shippedIds.some(isCancelOf)) return ['R30', 'R31', 'R32', 'R33'];
  if (raceIds.some(isCancelOf)) return ['R29', 'R35', 'R36', 'R37'];
  return ['R25'];
}
