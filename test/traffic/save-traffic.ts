import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readCriteria } from '../../src/contract/criteria.ts';
import { observedProfile } from '../../src/contract/gaps/observed-profile.ts';
import type { Report } from '../../src/contract/report.ts';
import { checkHar } from '../../src/traffic/har/check-har.ts';
import { createObserver } from '../../src/traffic/proxy/observe/observer.ts';
import { whyNotJudged } from '../../src/traffic/proxy/observe/place-request.ts';
import type { ProxiedExchange } from '../../src/traffic/proxy/proxied-exchange.ts';
import type { ChangedField } from '../../src/traffic/pseudonyms/pseudonyms.ts';
import { ExchangeSaver } from '../../src/traffic/save/save-exchanges.ts';
import { openSavedTraffic } from '../../src/traffic/save/saved-traffic.ts';
import { newFolder } from '../support/new-folder.ts';

/** Traffic that was judged and saved. */
export type SavedTraffic = {
  readonly live: Report;
  /** The text of the HAR file. */
  readonly har: string;
  /** Checks the file. */
  check(): Promise<Report>;
} & Disposable;

/** Judges exchanges and saves them, as the thread of the proxy does. */
export async function saveTraffic(
  exchanges: readonly ProxiedExchange[],
  keep: readonly ChangedField[] = [],
): Promise<SavedTraffic> {
  const folder = newFolder();
  const file = join(folder, 'saved.har');
  const saving = await openSavedTraffic(file);
  const { descriptor } = saving;
  const origin = 'https://orders.example';
  const saver = new ExchangeSaver({ file, descriptor, origin, key: randomBytes(32), keep });
  const observer = await createObserver({
    onJudged: (judged, placed) => saver.add(judged, placed),
    baseUrl: 'https://orders.example/v1',
    upstreamPath: '/v1',
    criteria: readCriteria({}),
    startedAt: 0,
  });
  for (const [index, exchange] of exchanges.entries()) {
    const why = whyNotJudged(exchange, '/v1');
    if (why === undefined) await observer.judge({ ...exchange, number: index + 1 });
    else observer.pass({ number: index + 1, why });
  }
  saving.finish();
  return {
    live: observer.report(),
    har: readFileSync(file, 'utf8'),
    check: () => checkHar(file),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

/**
 * What a report says of a service, without its values: the result of each rule, the findings of each rule and how many
 * exchanges show them, and the choice that each gap shows. R02 needs the framing of messages, which a HAR file does not have,
 * and the order of lists needs the ids as they were.
 *
 * @param without a gap that is not compared
 */
export function verdictsOf(report: Report, without?: string): object {
  const counts = new Map<string, number>();
  for (const { rule, operation, requests } of report.findings)
    if (rule !== 'R02')
      counts.set(`${rule} ${operation}`, (counts.get(`${rule} ${operation}`) ?? 0) + requests);
  return {
    rules: report.rules.map(({ rule, kind }) => [rule, kind]).filter(([rule]) => rule !== 'R02'),
    findings: [...counts].sort(),
    gaps: observedProfile(report)
      .gaps.filter(({ gap }) => gap !== without && gap !== 'list-order')
      .map(({ gap, seen }) => [gap, seen.kind === 'choice' ? seen.choice : seen.kind]),
  };
}
