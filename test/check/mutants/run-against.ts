import { checkContract } from '../../../src/check/check-contract.ts';
import type { NamedOrders } from '../../../src/check/named-orders.ts';
import type { Level, Report } from '../../../src/contract/report.ts';
import { rules } from '../../../src/contract/rules/rules.ts';
import { fastClock } from '../fast-clock.ts';
import { serverKey, startTinyServer, type Twist } from './honest-server.ts';

const usual: NamedOrders = { pendingIds: [101n], shippedIds: [201n] };

/** Checks a changed tiny service and names the orders 101 (pending) and 201 (shipped), or others. */
export async function checkTwisted(twist: Twist, level: Level, named = usual): Promise<Report> {
  await using server = await startTinyServer(twist);
  return await checkContract({
    url: server.url,
    apiKey: serverKey,
    level,
    // Only this level accepts named orders.
    ...(level === 'cancel' ? named : {}),
    clock: fastClock,
  });
}

/** The ids of the rules that failed, of one severity or all. */
export function brokenRules(report: Report, severity?: 'violation' | 'notice'): readonly string[] {
  return report.rules
    .filter(({ kind }) => kind === 'failed')
    .map(({ rule }) => rule)
    .filter((id) => severity === undefined || rules.find((rule) => rule.id === id)?.severity === severity);
}
