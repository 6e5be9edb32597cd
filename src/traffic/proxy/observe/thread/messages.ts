import type { Report, ReportedFinding } from '../../../../contract/report.ts';
import type { Problem } from '../../../../user-error.ts';
import type { SaveOptions } from '../../../save/save-exchanges.ts';
import type { ProxiedExchange } from '../../proxied-exchange.ts';
import type { ObserverOptions, PassedExchange } from '../observer.ts';

/** What the thread that judges needs to begin. */
export type ThreadData = Omit<ObserverOptions, 'onBroken' | 'onJudged'> & {
  readonly save: SaveOptions | undefined;
};

/** What the proxy sends to the thread. Each `judge` and each `report` gets one message back. */
export type ToThread =
  | { readonly kind: 'judge'; readonly exchange: ProxiedExchange }
  | { readonly kind: 'pass'; readonly passed: PassedExchange }
  | { readonly kind: 'forget-orders' }
  | { readonly kind: 'report' };

export type FromThread =
  | { readonly kind: 'judged' }
  | { readonly kind: 'broken'; readonly findings: readonly ReportedFinding[] }
  | { readonly kind: 'report'; readonly report: Report; readonly problems: readonly Problem[] };
