import { Counter, Gauge, Registry } from 'prom-client';
import type { Clock } from '../../clock.ts';
import { type Exchange, statusOf } from '../../contract/exchange.ts';
import { rules } from '../../contract/rules/rules.ts';
import { version } from '../../version.ts';
import type { Round } from './watch-contract.ts';

export type WatchMetrics = ReturnType<typeof createWatchMetrics>;

const results = ['kept', 'broken', 'accepted', 'not-exercised'] as const;

export function createWatchMetrics(target: string, level: string, clock: Clock) {
  const registry = new Registry();
  const registers = [registry];
  registry.setDefaultLabels({ target });
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Gauge({ name: `store_orders_check_${name}`, help, labelNames, registers });
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: `store_orders_check_${name}_total`, help, labelNames, registers });
  gauge('info', 'Always 1; the labels describe the check', ['level', 'version']).set({ level, version }, 1);
  const rule = gauge('rule', '1 for the result of a rule, 0 for the other results', [
    'rule',
    'severity',
    'result',
  ]);
  const choice = gauge('gap_choice', '1 for the choice that a gap shows', ['gap', 'choice']);
  const drift = gauge('drift', '1 if a gap differs from --expect-profile, 0 if it agrees', ['gap']);
  const duration = gauge('round_duration_seconds', 'The time of the last round', []);
  const rounds = counter('rounds', 'Rounds by outcome: complete, or why they are not', ['outcome']);
  const requests = counter('requests', 'Requests to the target, by the class of the status', ['status']);
  const changes = counter('changes', 'Changes of a rule, a gap, a drift or the check', ['kind']);
  const notified = counter('notifications', 'Requests to --notify: sent or failed', ['result']);
  for (const result of ['sent', 'failed'] as const) notified.inc({ result }, 0);
  for (const kind of ['check', 'rule', 'gap', 'drift'] as const) changes.inc({ kind }, 0);
  rounds.inc({ outcome: 'complete' }, 0);
  // Until the first complete round it is the age of the watch, so that an alert sees a target that never was complete.
  let lastComplete = clock.now();
  new Gauge({
    name: 'store_orders_check_last_complete_age_seconds',
    help: 'Time since the end of the last complete round, or since the start if there is none',
    registers,
    collect() {
      this.set((clock.now() - lastComplete) / 1000);
    },
  });

  return {
    onExchange(exchange: Exchange): void {
      const status = statusOf(exchange);
      requests.inc({ status: status === undefined ? 'none' : `${String(status)[0]}xx` });
    },
    onRound({ snapshot, changes: changed, incomplete, report, endedAt }: Round): void {
      rounds.inc({ outcome: incomplete?.kind ?? 'complete' });
      duration.set(report.durationMs / 1000);
      for (const { kind } of changed) changes.inc({ kind });
      if (incomplete === undefined) lastComplete = endedAt;
      choice.reset();
      for (const { kind, name, value } of snapshot.statements.values()) {
        const severity = severities.get(name) ?? '';
        if (kind === 'gap') choice.set({ gap: name, choice: value }, 1);
        else if (kind === 'drift') drift.set({ gap: name }, value === 'same' ? 0 : 1);
        else if (kind === 'rule')
          for (const result of results) rule.set({ rule: name, severity, result }, result === value ? 1 : 0);
      }
    },
    onNotified(isSent: boolean): void {
      notified.inc({ result: isSent ? 'sent' : 'failed' });
    },
    type: registry.contentType,
    text: () => registry.metrics(),
  };
}

const severities: ReadonlyMap<string, string> = new Map(rules.map(({ id, severity }) => [id, severity]));
