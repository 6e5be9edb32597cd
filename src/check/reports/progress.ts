import type { Clock } from '../../clock.ts';
import type { Exchange } from '../../contract/exchange.ts';
import { count, duration } from '../../report/amounts.ts';
import { plainText } from '../../report/plain-text.ts';
import { secretsOfCheck } from '../secrets-of-check.ts';
import { exchangeLine } from './report-view.ts';

const quietMs = 2000;

/**
 * Creates hooks of `checkContract` that print one line, without a line break, for each event. They print nothing in the
 * first two seconds of a check, and no secret that a response echoes.
 */
export function createProgress(
  options: Parameters<typeof secretsOfCheck>[0],
  clock: Clock,
  print: (line: string) => unknown,
) {
  // A response may echo a secret in its status line.
  const { hide } = secretsOfCheck(options);
  let startedAt: number | undefined;
  const report = (line: string, since: number): void => {
    startedAt ??= since;
    if (clock.now() - startedAt >= quietMs) print(hide(line));
  };
  return {
    onExchange: (exchange: Exchange, findings: number): void => {
      const found = findings === 0 ? '' : `: ${count(findings, 'finding')}`;
      report(exchangeLine(exchange) + found, exchange.startedAt);
    },
    onWait: (leftMs: number, why: string): void => {
      report(`wait for the target, ${duration(leftMs)} left: ${plainText(why)}`, clock.now());
    },
  };
}
