import type { CheckClock } from '../clock.ts';
import type { CheckPlan } from '../plan-check.ts';
import type { Exchange } from '../wire/exchange.ts';
import { exchangeLine } from './finding-view.ts';
import { plainText } from './plain-text.ts';
import { count, duration } from './verdict.ts';

/** What happens while a check runs, for those who wait for it. */
export type ProgressEvent =
  | { readonly kind: 'started'; readonly target: string; readonly level: string; readonly planned: number }
  /** The target does not answer yet, and `--wait` allows more time. */
  | { readonly kind: 'waiting'; readonly target: string; readonly leftMs: number; readonly why: string }
  | {
      readonly kind: 'exchanged';
      readonly exchange: Exchange;
      readonly planned: number;
      readonly findings: number;
    };

/** One event as one line for stderr, without a line break. */
export function progressLine(event: ProgressEvent): string {
  switch (event.kind) {
    case 'started':
      return `check ${plainText(event.target)} at level ${event.level}: ${count(event.planned, 'request')} planned`;
    case 'waiting':
      return `wait for ${plainText(event.target)}, ${duration(event.leftMs)} left: ${plainText(event.why)}`;
    case 'exchanged': {
      const found = event.findings === 0 ? '' : `: ${count(event.findings, 'finding')}`;
      return `${event.exchange.number}/${event.planned} ${exchangeLine(event.exchange)}${found}`;
    }
  }
}

/** What `checkContract` tells while it runs. */
export type Progress = {
  readonly onExchange: (exchange: Exchange, findings: number) => void;
  readonly onWait: (leftMs: number, why: string) => void;
};

const quietMs = 2000;

/** Says nothing for two seconds, as long as most checks take; then what is done, and a line for each exchange. */
export function createProgress(
  { settings, probes }: CheckPlan,
  clock: CheckClock,
  say: (line: string) => unknown,
): Progress {
  const target = settings.target.baseUrl;
  const steps = probes.flatMap((probe) => probe.steps);
  const sure = steps.filter(({ condition }) => condition === undefined).length;
  let begun: number | undefined;
  let silent = true;
  const tell = (event: ProgressEvent, since: number): void => {
    begun ??= since;
    if (clock.now() - begun < quietMs) return;
    if (silent) say(progressLine({ kind: 'started', target, level: settings.level, planned: sure }));
    silent = false;
    say(progressLine(event));
  };
  return {
    onExchange: (exchange, findings) => {
      const planned = Math.max(sure, exchange.number);
      tell({ kind: 'exchanged', exchange, planned, findings }, exchange.startedAt);
    },
    onWait: (leftMs, why) => tell({ kind: 'waiting', target, leftMs, why }, clock.now()),
  };
}
