import type { Exchange } from '../exchange/exchange.ts';
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
    }
  | { readonly kind: 'ended'; readonly exchanges: number; readonly durationMs: number };

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
    case 'ended':
      return `${count(event.exchanges, 'exchange')} in ${duration(event.durationMs)}`;
  }
}
