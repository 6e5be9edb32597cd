import { readJson, writeJson } from '../../json/json.ts';
import { type DataPath, pathText } from '../../text-place.ts';
import { type Problem, UserError } from '../../user-error.ts';
import { defaultMaxOrders, type Scenario } from './read-scenario.ts';
import { checkScenario } from './scenario-checks.ts';

/**
 * Reads a scenario that is an object of the program. Whole numbers and bigints are integers. Throws one UserError with
 * every problem: those of a file, and integers that a number does not hold exactly.
 *
 * @param options `name`: that of the object in problems. `maxOrders`: listed and generated
 */
export async function readScenarioObject(
  object: object,
  { name, maxOrders = defaultMaxOrders }: { readonly name: string; readonly maxOrders?: number | undefined },
): Promise<Scenario> {
  const inexact = findInexactIntegers(object, [], new Set());
  const refuse = (problems: readonly Problem[]): never => {
    throw new UserError(problems.map((problem) => ({ where: `${name}:`, ...problem })));
  };
  if (inexact.length > 0) return refuse(inexact);
  const value = readJson(writeJson(object));
  const [{ checkData }, { scenarioSchema }] = await Promise.all([
    import('../../text/data-issue.ts'),
    import('./scenario-schema.ts'),
  ]);
  const { data, issues } = checkData(value, scenarioSchema, ['apiKeys']);
  const all = [...issues, ...checkScenario(value, { maxOrders, maxListed: maxOrders })];
  if (data === undefined || all.length > 0) return refuse(all.map(({ path: _, at: __, ...words }) => words));
  return { name: 'inline', source: 'object', file: name, content: data };
}

/** A number literal above 2^53 has lost digits before the program could see it, which an id must not. */
function findInexactIntegers(value: unknown, path: DataPath, above: ReadonlySet<object>): readonly Problem[] {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const expected = 'a bigint, such as 9007199254740993n';
    return [{ what: `${pathText(path)} is ${value}, which a number does not hold exactly`, expected }];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (above.has(value)) return [{ what: `${pathText(path)} contains itself`, expected: 'plain data' }];
  const inside = new Set([...above, value]);
  return Object.entries(value).flatMap(([key, part]) =>
    findInexactIntegers(part, [...path, Array.isArray(value) ? Number(key) : key], inside),
  );
}
