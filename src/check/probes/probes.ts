import { reaches } from '../../contract/report.ts';
import type { CheckSettings } from '../check-settings.ts';
import { absentOrdersProbe } from './absent-orders-probe.ts';
import { aloneProbe, lateChangesProbe } from './alone-probe.ts';
import { gapProbe } from './gap-probe.ts';
import { listKeysProbe, listProbe, listQueryProbe } from './list-probes.ts';
import { pendingOrdersProbe } from './pending-orders-probe.ts';
import type { Probe } from './probe.ts';
import { raceProbe } from './race-probe.ts';
import { shippedOrdersProbe } from './shipped-orders-probe.ts';

const probes: readonly Probe[] = [
  listProbe,
  listKeysProbe,
  listQueryProbe,
  aloneProbe,
  absentOrdersProbe,
  shippedOrdersProbe,
  pendingOrdersProbe,
  raceProbe,
  lateChangesProbe,
];

/** Returns why a probe does not run: the level does not include it, or the user skips every rule that it decides. */
export function whyNotRun(
  { level, decides }: Probe,
  settings: Pick<CheckSettings, 'level' | 'skip'>,
): string | undefined {
  if (!reaches(settings.level, level))
    return `level ${settings.level} does not include it; use --level ${level}`;
  const isSkipped = decides.length > 0 && decides.every((rule) => settings.skip.includes(rule));
  return isSkipped ? 'its rules are skipped' : undefined;
}

export function probesOf({ showGaps }: Pick<CheckSettings, 'showGaps'>): readonly Probe[] {
  return showGaps ? [...probes, gapProbe] : probes;
}
