import type { Catalog } from '../simulator/scenarios/catalog.ts';
import { findHandleWarnings } from '../simulator/scenarios/handle-warnings.ts';
import type { Scenario } from '../simulator/scenarios/read-scenario.ts';
import { unknownOrders } from '../simulator/scenarios/unknown-status.ts';
import { formatProblem, type Problem, UserError } from '../user-error.ts';
import type { ProcessContext } from './command-context.ts';

/**
 * Prints a line for every valid scenario, and its warnings to stderr. Throws one UserError with the problems of all
 * scenarios; if `strict`, with the warnings too.
 */
export async function validateScenarios(
  files: readonly string[],
  catalog: Catalog,
  { strict, out, err }: { readonly strict: boolean } & Pick<ProcessContext, 'out' | 'err'>,
): Promise<void> {
  const problems: Problem[] = [];
  for (const file of files) {
    try {
      const scenario = await catalog.open(file);
      const warnings = await findHandleWarnings(scenario);
      const counts = [counted(countOrders(scenario), 'order')];
      const unknown = unknownOrders(scenario).length;
      if (unknown > 0)
        counts.push(`${unknown} of unknown status (load with --unknown-status pending|shipped)`);
      if (warnings.length > 0) counts.push(counted(BigInt(warnings.length), 'warning'));
      out.write(`${file}: valid, ${counts.join(', ')}\n`);
      if (strict) problems.push(...warnings);
      else for (const warning of warnings) err.write(`warning: ${formatProblem(warning)}\n`);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new UserError(problems);
}

function countOrders({ content, packed }: Scenario): bigint {
  const generated = (content.generate ?? []).reduce((sum, block) => sum + block.count, 0n);
  return BigInt(packed?.count ?? content.orders?.length ?? 0) + generated;
}

function counted(count: bigint, noun: string): string {
  return `${count} ${noun}${count === 1n ? '' : 's'}`;
}
