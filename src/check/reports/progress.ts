import type { Clock } from '../../clock.ts';
import type { Exchange } from '../../contract/exchange.ts';
import { count, duration } from '../../report/amounts.ts';
import { plainText } from '../../report/plain-text.ts';
import type { CheckPlan } from '../plan-check.ts';
import { secretsOfCheck } from '../secrets-of-check.ts';
import { exchangeLine } from './report-view.ts';

const quietMs = 2000;

/**
 * Creates hooks of `checkContract` that print one line, without a line break, for each event. They print nothing in the
 * first two seconds of a check, and no secret that a response echoes.
 */
export function createProgress(
  { settings, probes }: CheckPlan,
  clock: Clock,
  print: (line: string) => unknown,
) {
  // A response may echo a secret in its status line.
  const { hide } = secretsOfCheck(settings);
  const target = plainText(settings.target.baseUrl);
  const planned = probes.reduce((sum, { requests }) => sum + requests.length, 0);
  let startedAt: number | undefined;
  let printed = false;
  const write = (line: string): unknown => print(hide(line));
  const report = (line: string, since: number): void => {
    startedAt ??= since;
    if (clock.now() - startedAt < quietMs) return;
    if (!printed) write(`check ${target} at level ${settings.level}: ${count(planned, 'request')} planned`);
    printed = true;
    write(line);
  };
  return {
    onExchange: (exchange: Exchange, findings: number): void => {
      const found = findings === 0 ? '' : `: ${count(findings, 'finding')}`;
      const total = Math.max(planned, exchange.number);
      report(`${exchange.number}/${total} ${exchangeLine(exchange)}${found}`, exchange.startedAt);
    },
    onWait: (leftMs: number, why: string): void => {
      report(`wait for ${target}, ${duration(leftMs)} left: ${plainText(why)}`, clock.now());
    },
  };
}
