import { expect, test } from 'vitest';
import { exchange, wellReport } from '../../../test/check/reports/sample-reports.ts';
import { createHandClock } from '../../../test/support/hand-clock.ts';
import type { Clock } from '../../clock.ts';
import type { Report } from '../../contract/report.ts';
import { collectGarbage } from '../../http/collect-garbage.ts';
import type { CheckContext } from '../target-access.ts';
import { type Round, type WatchOptions, watchContract } from './watch-contract.ts';
import { createWatchMetrics } from './watch-metrics.ts';

const minute = 60_000;

/** Watches with a check that takes no time, until `count` rounds have ended, and returns the pauses between them. */
async function watched(count: number, options: Partial<WatchOptions> = {}): Promise<readonly number[]> {
  const stopped = new AbortController();
  const pauses: number[] = [];
  let now = 0;
  const clock: Clock = {
    now: () => now,
    sleep: async (ms) => {
      pauses.push(ms);
      now += ms;
      if (pauses.length === count) stopped.abort();
    },
  };
  await watchContract({
    ...{ everyMs: 10 * minute, clock, draw: () => 0.5, signal: stopped.signal, compare: () => [] },
    ...{ check: async () => wellReport, onExchange: () => {}, onRound: async () => {} },
    ...options,
  });
  return pauses;
}

test.each([
  [0, 9],
  [0.5, 10],
  [0.999_999, 11],
])('a round begins a tenth sooner or later by chance (%s)', async (drawn, minutes) => {
  const [pause = 0] = await watched(1, { draw: () => drawn });
  expect(pause / minute).toBeCloseTo(minutes, 3);
});

/** A check that gets these responses, one in each round, and ends with the first if it is aborted. */
function limitedBy(responses: readonly (readonly [status: number, retryAfter?: string])[]) {
  let round = 0;
  return async ({ onExchange, signal }: CheckContext): Promise<Report> => {
    const [status, after] = responses[round++] ?? [200];
    const response = exchange(1, {}, `HTTP/1.1 ${status} X`);
    if (response.outcome.kind !== 'responded') throw new Error('there is a response');
    const rawHeaders = after === undefined ? [] : [['Retry-After', after] as const];
    onExchange?.(
      { ...response, outcome: { kind: 'responded', response: { ...response.outcome.response, rawHeaders } } },
      0,
    );
    const incomplete = signal?.aborted ? { kind: 'aborted' as const, message: 'Aborted.' } : undefined;
    return { ...wellReport, incomplete };
  };
}

test('each 429 in a row doubles the interval, up to eight times; a round without one ends that', async () => {
  const check = limitedBy([[429], [429], [429], [429], [200], [429]]);
  const pauses = await watched(6, { check });
  expect(pauses.map((ms) => ms / minute)).toEqual([20, 40, 80, 80, 10, 20]);
});

test('no round begins before the time of a Retry-After, and none waits for more than a day', async () => {
  const check = limitedBy([[429, '7200'], [503, '1800'], [503, '60'], [429, '999999999'], [200]]);
  const pauses = await watched(5, { check });
  expect(pauses.map((ms) => ms / minute)).toEqual([120, 30, 10, 1440, 10]);
});

test('a 429 is a state of the check of its own, and denies no rule', async () => {
  const rounds: Round[] = [];
  const onRound = async (round: Round): Promise<void> => void rounds.push(round);
  await watched(3, { check: limitedBy([[200], [429], [200]]), onRound });
  expect(rounds.map(({ changes }) => changes.map(({ kind, from, to }) => [kind, from, to]))).toEqual([
    [],
    [['check', 'complete', 'rate-limited']],
    [['check', 'rate-limited', 'complete']],
  ]);
});

test('a target that hangs has one round, however many intervals pass', async () => {
  const clock = createHandClock();
  const stopped = new AbortController();
  let begun = 0;
  let ended = 0;
  const round = Promise.withResolvers<Report>();
  const watch = watchContract({
    ...{ everyMs: minute, clock, draw: () => 0.5, signal: stopped.signal, compare: () => [] },
    check: () => {
      begun += 1;
      return round.promise;
    },
    onExchange: () => {},
    async onRound() {
      ended += 1;
    },
  });
  for (let interval = 0; interval < 100; interval += 1) {
    clock.advance(minute);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect([begun, ended, clock.sleepers]).toEqual([1, 0, 0]);
  clock.advance(minute / 3);
  round.resolve(wellReport);
  await clock.untilAsleep(1);
  // The next round begins at its own time, and not once for each interval that was missed.
  clock.advance((minute * 2) / 3 - 1);
  expect(begun).toBe(1);
  clock.advance(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toBe(2);
  stopped.abort();
  await watch;
});

test('rounds that all change something keep nothing of earlier rounds', async () => {
  const metrics = createWatchMetrics('https://shop.example/v1', 'observe', {
    now: () => 0,
    sleep: async () => {},
  });
  const kept: WeakRef<object>[] = [];
  const texts: string[] = [];
  let changes = 0;
  await watched(1_000, {
    async check({ onExchange }) {
      const round = kept.length;
      const body = `[{"id":1,"note":"${round}"}]`;
      const list = exchange(1, {}, 'HTTP/1.1 200 OK', body);
      onExchange?.(list, 0);
      const finding = {
        ...{ rule: 'R08' as const, exchange: 1, expected: 'y', got: body },
        ...{ operation: 'listOrders' as const, requests: 1, accepted: undefined },
      };
      const broken = texts.length % 2 === 1;
      const rules = wellReport.rules.map((result) =>
        broken && result.rule === 'R08'
          ? { rule: result.rule, kind: 'failed' as const, findings: 1, ignored: false, accepted: 0 }
          : result,
      );
      const report = { ...wellReport, rules, findings: broken ? [finding] : [], exchanges: [list] };
      for (const part of [report, finding, list, list.outcome]) kept.push(new WeakRef(part));
      return report;
    },
    onExchange: metrics.onExchange,
    async onRound(round) {
      metrics.onRound(round);
      changes += round.changes.length;
      texts.push(await metrics.text());
    },
  });
  expect(changes).toBe(999);
  // A WeakRef keeps its target until the turn in which it was created ends.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage('major');
  const left = kept.filter((part) => part.deref() !== undefined).length;
  expect(left).toBeLessThanOrEqual(3 * 4);
  expect(texts.at(-1)?.length).toBeLessThan((texts[10]?.length ?? 0) + 100);
});
