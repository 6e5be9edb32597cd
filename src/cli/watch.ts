import { checkContract } from '../check/check-contract.ts';
import type { CheckOptions } from '../check/check-options.ts';
import { type CheckFlags, checkTable } from '../check/check-table.ts';
import { readTarget } from '../check/target.ts';
import { createNotify } from '../check/watch/notify.ts';
import { serveMetrics } from '../check/watch/serve-metrics.ts';
import type { Change, Snapshot } from '../check/watch/snapshot.ts';
import { type Round, watchContract } from '../check/watch/watch-contract.ts';
import { createWatchMetrics } from '../check/watch/watch-metrics.ts';
import type { Clock } from '../clock.ts';
import type { Report } from '../contract/report.ts';
import { idRanges } from '../contract/rules/rules.ts';
import { plainText, shorten } from '../report/plain-text.ts';
import { formatDuration } from '../text/duration.ts';
import type { ProcessContext } from './command-context.ts';
import { findProxy } from './find-proxy.ts';
import { flagNames } from './flag-names.ts';
import type { ProfileUse } from './profile-flags.ts';

/** What a watch needs of the command line. */
export type PreparedWatch = {
  readonly options: CheckOptions;
  readonly profile: ProfileUse;
  readonly flags: CheckFlags & { readonly every: number };
};

const names = flagNames(checkTable);

const notExercised = 'not-exercised';

/** How many changes wait for a webhook that fails. */
const maxPending = 100;

/** Checks a target until it is interrupted. Prints a line at the first round, and at each round that changes something. */
export async function runWatch(
  { options, profile, flags }: PreparedWatch,
  {
    env,
    out,
    err,
    clock,
    onInterrupt,
  }: Pick<ProcessContext, 'env' | 'out' | 'err' | 'clock' | 'onInterrupt'>,
): Promise<void> {
  const { every: everyMs, level = 'observe', metrics: address, notify: url } = flags;
  const stopped = new AbortController();
  const { signal } = stopped;
  const target = readTarget(options.url).baseUrl;
  const metrics = createWatchMetrics(target, level, clock);
  const proxy = url && findProxy(url.href, env);
  const notify = url && createNotify({ url, proxy, clock }, target, signal);
  const served = address && (await serveMetrics(address, metrics));
  onInterrupt(() => stopped.abort());
  const say = (text: string): void => void out.write(`${stamp(clock)} ${plainText(text)}\n`);
  say(
    `watching ${target} at level ${level} every ${formatDuration(everyMs)}${served ? `, ${served.url}` : ''}`,
  );

  let isFirst = true;
  let pending: readonly Change[] = [];
  const onRound = async (round: Round): Promise<void> => {
    metrics.onRound(round);
    const { changes, snapshot } = round;
    if (isFirst) say(`first check: ${summaryOf(snapshot)}`);
    isFirst = false;
    if (changes.length > 0) say(`changed: ${sentencesOf(changes)}`);
    pending = [...pending, ...changes].slice(-maxPending);
    if (notify === undefined || pending.length === 0) return;
    const problem = await notify(pending, `${target}: ${sentencesOf(pending)}`);
    metrics.onNotified(problem === undefined);
    if (problem === undefined) pending = [];
    else
      err.write(
        `${stamp(clock)} --notify failed, and is repeated after the next round: ${plainText(problem)}\n`,
      );
  };
  try {
    await watchContract({
      ...{ everyMs, clock, draw: Math.random, signal, onRound, onExchange: metrics.onExchange },
      check: async (round) => names.inReport(withoutWait(await checkContract({ ...options, ...round }))),
      compare: profile.drift,
    });
  } finally {
    await served?.stop();
  }
}

function stamp(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}

/** A watch has no `--wait`, because its next round comes anyway. */
function withoutWait(report: Report): Report {
  const { incomplete } = report;
  if (incomplete === undefined) return report;
  const hint = / Use `waitSeconds`[^.]*\.|, or use `waitSeconds`(?: \([^)]*\))?/g;
  return { ...report, incomplete: { ...incomplete, message: incomplete.message.replace(hint, '') } };
}

/** Returns how many rules had which result, and why the round is incomplete. */
function summaryOf({ statements }: Snapshot): string {
  const all = [...statements.values()];
  const amountOf = (result: string): number =>
    all.filter(({ kind, value }) => kind === 'rule' && value === result).length;
  const results = ['kept', 'broken', notExercised].map((result) => `${amountOf(result)} ${result}`);
  const check = all.find(({ kind }) => kind === 'check');
  return `${check?.value}, rules: ${results.join(', ')}`;
}

/** Rules that can no longer be tested, or can be again, follow from another change: several of them share a clause. */
function sentencesOf(changes: readonly Change[]): string {
  const follows = ({ kind, from, to }: Change): boolean =>
    kind === 'rule' && [from, to].includes(notExercised);
  const groups = Map.groupBy(changes, (one) => (follows(one) ? `${one.from} → ${one.to}` : one));
  return [...groups]
    .map(([values, group]) =>
      group.length === 1
        ? group.map(sentenceOf).join()
        : `${idRanges(group.map(({ name }) => name))} ${values}`,
    )
    .join('; ');
}

function sentenceOf({ kind, name, from, to, detail }: Change): string {
  const what = kind === 'rule' ? name : `${kind} ${name}`.trimEnd();
  const values = from === undefined ? to : `${from} → ${to}`;
  return `${what} ${values}${detail === undefined ? '' : ` (${shorten(detail, 300)})`}`;
}
