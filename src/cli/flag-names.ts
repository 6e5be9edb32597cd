import type { Report } from '../contract/report.ts';
import type { OptionRow } from '../options/option-row.ts';
import { flagOf } from '../options/setting.ts';
import { type Problem, UserError } from '../user-error.ts';

/** Replaces the options that the library names in backticks by flags: `level: probe` by --level probe. */
export function flagNames(table: Readonly<Record<string, Pick<OptionRow, 'description' | 'option'>>>) {
  const flags = new Map(Object.entries(table).map(([key, { option = key }]) => [option, flagOf(key)]));
  const inText = (sentence: string): string =>
    sentence.replace(/`([A-Za-z]+)(?:: ([^`]*))?`/g, (all, option: string, value?: string) => {
      const flag = flags.get(option);
      if (flag === undefined) return all;
      return value === undefined ? flag : `${flag} ${value}`;
    });
  const inParts = (problem: Problem): Problem =>
    Object.assign({ ...problem }, ...Object.entries(problem).map(([key, text]) => ({ [key]: inText(text) })));
  return {
    inText,
    /** Changes only the sentences of the checker: what the target sent stays as it is. */
    inReport: ({ rules, findings, orders, notes, incomplete, ...report }: Report): Report => ({
      ...report,
      rules: rules.map((one) => {
        if (one.kind === 'not-exercised') return { ...one, reason: inText(one.reason) };
        return one.kind === 'passed' && one.partly !== undefined
          ? { ...one, partly: inText(one.partly) }
          : one;
      }),
      findings: findings.map((one) => ({ ...one, expected: inText(one.expected) })),
      orders: orders.map((one) => ({ ...one, untested: one.untested && inText(one.untested) })),
      notes: notes.map(inText),
      incomplete: incomplete && { ...incomplete, message: inText(incomplete.message) },
    }),
    inError: async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        throw new UserError(error.problems.map(inParts), error.exitCode);
      }
    },
  };
}
