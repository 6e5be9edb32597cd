import type { Fault } from '../../../faults/fault.ts';
import { readYaml } from '../../../text/yaml-file.ts';
import { type Problem, UserError } from '../../../user-error.ts';

const where = '`inject`';

/**
 * Reads the values of `inject`: each is a fault as in a scenario, in YAML or JSON, with or without the braces. Throws a
 * `UserError` with every problem.
 *
 * @param ownsOrders whether the orders are the user's own, so that the outcome of a cancel may be hidden
 * @example readInjections(['kind: latency, delay: 200ms', '{"kind": "status", "status": 503}'], false)
 */
export async function readInjections(
  texts: readonly string[],
  ownsOrders: boolean,
): Promise<readonly Fault[]> {
  const { faultSchema } = await import('../../../faults/fault-schema.ts');
  const faults: Fault[] = [];
  const problems: Problem[] = [];
  for (const text of texts) {
    const trimmed = text.trim();
    const flow = trimmed.startsWith('{') ? trimmed : `{ ${trimmed} }`;
    const name = texts.length === 1 ? where : `${where} ${JSON.stringify(text)}`;
    try {
      const fault = await readYaml({ name, text: flow }, { schema: faultSchema });
      faults.push(fault);
      problems.push(...refuse(fault, ownsOrders).map((problem) => ({ where: name, ...problem })));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      problems.push(...error.problems);
    }
  }
  const ids = faults.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < ids.length)
    problems.push({ where, what: 'two faults have the same id', expected: 'each id once' });
  if (problems.length > 0) throw new UserError(problems);
  return faults;
}

/** Returns why a fault cannot be applied to real traffic. */
function refuse(fault: Fault, ownsOrders: boolean): Problem[] {
  const problems: Problem[] = [];
  if (fault.kind === 'stale-list' || fault.kind === 'meanwhile')
    problems.push({ what: `kind ${fault.kind} needs the orders of a simulator`, expected: 'another kind' });
  if (fault.key !== undefined)
    problems.push({ what: 'key is the id of a key of a simulator', hint: 'leave it out' });
  if (!ownsOrders && 'when' in fault && fault.when === 'after-commit') {
    const what = 'when: after-commit hides from the client whether a real order was cancelled';
    problems.push({ what, hint: 'add `ownsOrders` if the orders are yours, or use before-commit' });
  }
  return problems;
}
