import type { Report } from '../../../src/contract/report.ts';
import { rules } from '../../../src/contract/rules/rules.ts';

/** The ids of the rules that failed, of one severity or all. */
export function brokenRules(report: Report, severity?: 'violation' | 'notice'): readonly string[] {
  return report.rules
    .filter(({ kind }) => kind === 'failed')
    .map(({ rule }) => rule)
    .filter((id) => severity === undefined || rules.find((rule) => rule.id === id)?.severity === severity);
}
